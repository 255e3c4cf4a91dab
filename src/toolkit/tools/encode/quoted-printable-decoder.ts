import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
