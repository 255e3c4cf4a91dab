import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Quoted-printable encoder',
  summary: 'Encode email text as quoted-printable (RFC 2045)',
  input: { text: input.text('Text', 'Grüße = greetings') },
  output: { encoded: output.code('Encoded') },
  sample: { encoded: 'Gr=C3=BC=C3=9Fe =3D greetings' },
  run: ({ text }) => ({ encoded: text.split(/\r?\n/).map(encodeLine).join('\r\n') }),
});

/** Lines have at most 76 characters. Longer ones get a soft line break. */
function encodeLine(line: string): string {
  const parts = [...Buffer.from(line)].map((byte, i, all) => {
    const isPlain = (byte >= 33 && byte <= 126 && byte !== 61) || (byte === 32 && i < all.length - 1);
    return isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  const lines: string[] = [];
  let current = '';
  for (const part of parts) {
    if (current.length + part.length > 75) {
      lines.push(`${current}=`);
      current = '';
    }
    current += part;
  }
  return [...lines, current].join('\r\n');
}
