import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'SSL lookup',
  summary: 'Show the certificate of a host: names, issuer, validity and days left',
  keywords: 'tls certificate checker https expiry',
  network: true,
  input: {
    host: input.line('Host', 'example.com', { max: 255 }),
    port: input.choice('Port', ['443', '8443'], '443'),
  },
  output: {
    subject: output.text('Subject'),
    issuer: output.text('Issuer'),
    names: output.list('Names'),
    validFrom: output.text('Valid from'),
    validTo: output.text('Valid to'),
    daysLeft: output.integer('Days left'),
    isTrusted: output.flag('Trusted'),
    problem: output.text('Problem'),
    fingerprint: output.code('SHA-256 fingerprint'),
    serialNumber: output.code('Serial number'),
    protocol: output.text('TLS version'),
    cipher: output.text('Cipher'),
  },
  run: async ({ host, port }, { outbound, clock }) => {
    const name = (URL.parse(host.includes('://') ? host : `https://${host.trim()}`)?.hostname ?? '').trim();
    if (name === '') throw invalid('host', 'Send a host such as example.com');
    const { certificate, distrust, version, cipher } = await outbound.handshake(`https://${name}:${port}`);
    if (!certificate) throw invalid('host', 'The server sent no certificate');
    const names = (certificate.subjectAltName ?? '')
      .split(', ')
      .filter(Boolean)
      .map((each) => each.replace(/^(?:DNS|IP Address):/, ''));
    const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
    return {
      subject: certificate.subject.replaceAll('\n', ', '),
      issuer: certificate.issuer.replaceAll('\n', ', '),
      names,
      validFrom: from.toISOString(),
      validTo: to.toISOString(),
      daysLeft: Math.floor((to.getTime() - clock.now().getTime()) / 86_400_000),
      isTrusted: distrust === '',
      problem: distrust,
      fingerprint: certificate.fingerprint256,
      serialNumber: certificate.serialNumber,
      protocol: version,
      cipher,
    };
  },
});
