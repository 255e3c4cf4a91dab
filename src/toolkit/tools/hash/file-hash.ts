import { createHash } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'File checksum',
  summary: 'Compute the checksums of a file',
  keywords: 'file hash md5sum sha256sum verify download',
  input: { file: input.file('File', 'aGVsbG8=', '*/*') },
  output: {
    bytes: output.integer('Bytes'),
    md5: output.code('MD5'),
    sha1: output.code('SHA-1'),
    sha256: output.code('SHA-256'),
    sha512: output.code('SHA-512'),
  },
  sample: {
    bytes: 5,
    md5: '5d41402abc4b2a76b9719d911017c592',
    sha1: 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d',
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    sha512:
      '9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043',
  },
  run: ({ file }) => {
    const bytes = Buffer.from(file, 'base64');
    const digest = (name: string) => createHash(name).update(bytes).digest('hex');
    return {
      bytes: bytes.length,
      md5: digest('md5'),
      sha1: digest('sha1'),
      sha256: digest('sha256'),
      sha512: digest('sha512'),
    };
  },
});
