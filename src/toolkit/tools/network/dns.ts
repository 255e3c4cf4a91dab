import { input, output, tool } from '../../tool.ts';
import { recordTypes } from '../../../platform/outbound/records.ts';

export default [
  tool({
    slug: 'dns-lookup',
    title: 'DNS lookup',
    summary: 'Look up the DNS records of a name',
    keywords: 'a aaaa cname mx ns txt soa caa srv dig nslookup',
    network: true,
    input: {
      host: input.line('Name', 'example.com', { max: 255 }),
      type: input.choice('Records', ['all', ...recordTypes], 'all'),
    },
    output: { records: output.table('Records', { type: output.text('Type'), value: output.text('Value') }) },
    run: async ({ host, type }, { outbound }) => {
      const types = type === 'all' ? recordTypes : [type];
      const found = await Promise.all(
        types.map(async (each) => ({ type: each, values: await outbound.records(host.trim(), each) })),
      );
      return {
        records: found.flatMap(({ type: name, values }) => values.map((value) => ({ type: name, value }))),
      };
    },
  }),
  tool({
    slug: 'mail-records-checker',
    title: 'Mail records checker',
    summary: 'Check the MX, SPF and DMARC records of a domain',
    keywords: 'email deliverability dkim spf dmarc mx lookup',
    network: true,
    input: {
      domain: input.line('Domain', 'example.com', { max: 255 }),
      selector: input.line('DKIM selector', '', { max: 63 }),
    },
    output: {
      mx: output.list('Mail servers'),
      spf: output.text('SPF'),
      dmarc: output.text('DMARC'),
      dkim: output.text('DKIM'),
      problems: output.list('Problems'),
    },
    run: async ({ domain, selector }, { outbound }) => {
      const name = domain.trim();
      const texts = async (of: string, start: string) =>
        (await outbound.records(of, 'TXT')).filter((text) => text.toLowerCase().startsWith(start));
      const [mx, spf, dmarc, dkim] = await Promise.all([
        outbound.records(name, 'MX'),
        texts(name, 'v=spf1'),
        texts(`_dmarc.${name}`, 'v=dmarc1'),
        selector === '' ? [] : outbound.records(`${selector}._domainkey.${name}`, 'TXT'),
      ]);
      const problems = [
        mx.length === 0 && 'There is no MX record, so mail goes to the address of the name itself',
        spf.length === 0 && 'There is no SPF record',
        spf.length > 1 && 'There is more than one SPF record, which is an error',
        spf[0]?.includes('+all') === true && 'SPF allows anyone to send',
        dmarc.length === 0 && 'There is no DMARC record',
        /;\s*p=none/i.test(dmarc[0] ?? '') && 'DMARC only watches (p=none)',
        selector !== '' && dkim.length === 0 && 'There is no DKIM key of this selector',
      ].filter((problem) => problem !== false);
      return { mx, spf: spf[0] ?? '', dmarc: dmarc[0] ?? '', dkim: dkim[0] ?? '', problems };
    },
  }),
];
