// A distant host: passes bytes on after half of a round trip, in order. Usage: `node delay.ts <port> <host or folder of a
// socket> <port> <milliseconds of a round trip>`.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const [port = '', host = '', farPort = '', roundTrip = ''] = process.argv.slice(2);
const server = createServer((near) => {
  const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${farPort}`) : connect(Number(farPort), host);
  for (const [from, into] of [
    [near, far],
    [far, near],
  ] as const) {
    const later = (work: () => void) => setTimeout(work, Number(roundTrip) / 2);
    from.setNoDelay();
    from.on('data', (bytes) => later(() => into.write(bytes)));
    from.on('error', () => into.destroy());
    from.on('close', () => later(() => into.destroy()));
  }
});
server.listen(Number(port), '127.0.0.1');
await once(server, 'listening');
console.log('listening');
