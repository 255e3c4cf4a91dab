import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Compression checker',
  summary: 'Check whether a web server compresses its responses, and how much it saves',
  keywords: 'gzip brotli zstd brotli-checker content-encoding',
  network: true,
  input: { url: input.line('URL', 'https://example.com', { max: 2000 }) },
  output: {
    encoding: output.text('Encoding'),
    bytes: output.integer('Bytes'),
    sent: output.integer('Bytes sent'),
    savedPercent: output.number('Saved, %'),
  },
  run: async ({ url }, { outbound }) => {
    const { headers, body, received } = await outbound.fetch(url, { max: 2_000_000, longer: 'cut' });
    const saved = body.length === 0 ? 0 : Math.max(0, 1 - received / body.length);
    return {
      encoding: String(headers['content-encoding'] ?? 'none'),
      bytes: body.length,
      sent: received,
      savedPercent: Math.round(saved * 1000) / 10,
    };
  },
});
