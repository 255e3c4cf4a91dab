import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'HTTP/2 and HTTP/3 checker',
  summary: 'Check whether a website supports HTTP/2 and announces HTTP/3',
  keywords: 'alpn h2 h3 quic http3-checker',
  network: true,
  input: { url: input.line('URL', 'https://example.com', { max: 2000 }) },
  output: {
    http2: output.flag('HTTP/2'),
    http3: output.flag('HTTP/3 announced'),
    protocol: output.text('Chosen protocol'),
    altSvc: output.text('Alt-Svc'),
  },
  run: async ({ url }, { outbound }) => {
    const origin = URL.parse(url.includes('://') ? url : `https://${url}`)?.origin.replace(
      /^http:/,
      'https:',
    );
    if (!origin) throw invalid('url', 'Send a website, such as https://example.com');
    const [{ protocol }, { headers }] = await Promise.all([
      outbound.handshake(origin),
      outbound.fetch(origin, { method: 'HEAD' }),
    ]);
    const altSvc = String(headers['alt-svc'] ?? '');
    return { http2: protocol === 'h2', http3: /\bh3\b/.test(altSvc), protocol, altSvc };
  },
});
