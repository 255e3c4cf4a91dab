import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { openMail } from '../../src/platform/mail/transport.ts';
import type { Mail } from '../../src/platform/mail.ts';
import { type TestApp, testConfig } from '../app.ts';

interface Letter {
  from: string;
  to: string[];
  raw: string;
}

/** What a mail server answers to a recipient: a code, a code and a text, or nothing any more. */
type Refusal = number | readonly [code: number, text: string] | 'hang';

/** A real mail server on loopback. `refuse` maps recipients to what it answers. */
export async function mailServer(t: TestContext, refuse: Record<string, Refusal> = {}) {
  const letters: Letter[] = [];
  const asked: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onRcptTo: ({ address }, _session, callback) => {
      asked.push(address);
      const answer = refuse[address];
      if (answer === undefined) return callback(null);
      if (answer === 'hang') return;
      const [responseCode, text] = typeof answer === 'number' ? [answer, 'no such mailbox'] : answer;
      callback(Object.assign(new Error(text), { responseCode }));
    },
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        letters.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        callback();
        // A client that was killed sends no end.
      }, callback);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  t.after(stop);
  return {
    letters,
    asked,
    refuse,
    stop,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  };
}

/** Sends through a mail server. */
export const mailOver = (SMTP_URL: string, app: TestApp): Mail =>
  openMail({ ...testConfig(), SMTP_URL, mailFrom: 'Plaza <no-reply@plaza.test>' }, app.db, app.clock);
