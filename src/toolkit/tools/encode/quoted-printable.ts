import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'quoted-printable-encoder',
    title: 'Quoted-printable encoder',
    summary: 'Encode email text as quoted-printable (RFC 2045)',
    input: { text: input.text('Text', 'Grüße = greetings') },
    output: { encoded: output.code('Encoded') },
    sample: { encoded: 'Gr=C3=BC=C3=9Fe =3D greetings' },
    run: ({ text }) => ({ encoded: text.split(/\r?\n/).map(encodeLine).join('\r\n') }),
  }),
  tool({
    slug: 'quoted-printable-decoder',
    title: 'Quoted-printable decoder',
    summary: 'Decode quoted-printable email text (RFC 2045)',
    input: { encoded: input.text('Encoded', 'Gr=C3=BC=C3=9Fe =3D greetings') },
    output: { text: output.text('Text') },
    sample: { text: 'Grüße = greetings' },
    run: ({ encoded }) => {
      const joined = encoded.replace(/=[ \t]{0,80}\r?\n/g, '');
      const bytes = joined.replace(/[^\x00-\x7f]+/g, (text) => Buffer.from(text).toString('latin1'));
      const decoded = bytes.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
      return { text: Buffer.from(decoded, 'latin1').toString() };
    },
  }),
];

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
