import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';
import { resourcesTask } from '../../encodings/markup/html.ts';

export default [
  tool({
    slug: 'http-headers-lookup',
    title: 'HTTP headers lookup',
    summary: 'Show the response status and headers of a URL',
    keywords: 'response server curl',
    network: true,
    input: {
      url: input.line('URL', 'https://example.com', { max: 2000 }),
      method: input.choice('Method', ['HEAD', 'GET'], 'HEAD'),
    },
    output: {
      status: output.integer('Status'),
      url: output.text('Final URL'),
      headers: output.table('Headers', { name: output.text('Name'), value: output.text('Value') }),
    },
    run: async ({ url, method }, { outbound }) => {
      const {
        status,
        headers,
        url: last,
      } = await outbound.fetch(url, { method, max: 10_000, longer: 'cut' });
      const rows = Object.entries(headers).flatMap(([name, value]) =>
        [value].flat().map((each) => ({ name, value: each })),
      );
      return { status, url: last, headers: rows };
    },
  }),
  tool({
    slug: 'url-redirect-checker',
    title: 'URL redirect checker',
    summary: 'Follow the redirects of a URL step by step',
    keywords: '301 302 chain short link expand',
    network: true,
    input: { url: input.line('URL', 'http://example.com', { max: 2000 }) },
    output: {
      hops: output.table('Steps', { url: output.text('URL'), status: output.integer('Status') }),
      redirects: output.integer('Redirects'),
      finalUrl: output.text('Final URL'),
    },
    run: async ({ url }, { outbound }) => {
      const { hops, url: finalUrl } = await outbound.fetch(url, { hops: 10, max: 1000, longer: 'cut' });
      return {
        hops: hops.map(({ url: address, status }) => ({ url: address, status })),
        redirects: hops.length - 1,
        finalUrl,
      };
    },
  }),
  tool({
    slug: 'gzip-checker',
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
  }),
  tool({
    slug: 'http2-checker',
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
  }),
  tool({
    slug: 'website-page-size-checker',
    title: 'Page size checker',
    summary: 'Measure the HTML of a web page, and count the resources it loads',
    keywords: 'weight speed performance',
    network: true,
    input: { url: input.line('URL', 'https://example.com', { max: 2000 }) },
    output: {
      bytes: output.integer('Bytes of HTML'),
      sent: output.integer('Bytes sent'),
      scripts: output.integer('Scripts'),
      styles: output.integer('Style sheets'),
      images: output.integer('Images'),
      frames: output.integer('Frames'),
    },
    run: async ({ url }, { outbound, sandbox }) => {
      const page = await outbound.fetch(url, { max: 2_000_000, longer: 'cut' });
      const found = await sandbox(resourcesTask, page.body);
      return { bytes: page.body.length, sent: page.received, ...found };
    },
  }),
  tool({
    slug: 'website-hosting-checker',
    title: 'Website hosting checker',
    summary: 'Show the addresses, name servers and server software of a website',
    keywords: 'host provider cdn',
    network: true,
    input: { host: input.line('Website', 'example.com', { max: 255 }) },
    output: {
      addresses: output.list('Addresses'),
      names: output.list('Reverse names'),
      nameServers: output.list('Name servers'),
      server: output.text('Server'),
    },
    run: async ({ host }, { outbound }) => {
      const name = URL.parse(host.includes('://') ? host : `https://${host.trim()}`)?.hostname ?? '';
      if (name === '') throw invalid('host', 'Send a website such as example.com');
      const found = await outbound.lookup(name);
      const addresses = found.map(({ address }) => address);
      const domain = name.split('.').slice(-2).join('.');
      const [names, nameServers, server] = await Promise.all([
        outbound.records(addresses[0] ?? '', 'PTR').catch(() => []),
        outbound.records(domain, 'NS').catch(() => []),
        outbound.fetch(`https://${name}`, { method: 'HEAD' }).then(
          ({ headers }) => String(headers.server ?? ''),
          () => '',
        ),
      ]);
      return { addresses, names, nameServers, server };
    },
  }),
];
