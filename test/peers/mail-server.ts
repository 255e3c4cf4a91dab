import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { eventually } from './eventually.ts';

/** A mail server on loopback with access to received mail. */
export interface MailServer {
  url: string;
  /**
   * Returns the code in the subject of the next email to a recipient whose subject matches. Each email is
   * returned once.
   */
  readCode(to: string, subject: RegExp): Promise<string>;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const letters: { to: string[]; subject: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((raw) => {
        const subject = /^Subject: (.*)$/m.exec(raw)?.[1] ?? '';
        letters.push({ to: envelope.rcptTo.map(({ address }) => address), subject });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    readCode: async (to, subject) => {
      const find = () => {
        const index = letters.findIndex((letter) => letter.to.includes(to) && subject.test(letter.subject));
        const [letter] = index < 0 ? [] : letters.splice(index, 1);
        return /^\d{6}/.exec(letter?.subject ?? '')?.[0];
      };
      const code = await eventually(find, (found) => found !== undefined);
      if (code === undefined)
        throw new Error(`No mail to ${to} with a subject that matches ${String(subject)}`);
      return code;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
