import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { cleanStrings, jsonProblem } from '../../platform/http/input/parsers.ts';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { sameSecret } from '../../kernel/secrets.ts';
import type { Config } from '../../platform/settings/config.ts';
import { replyLine } from '../../platform/mail/answers.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { reportMail } from './suppressions.ts';

const anyone = operations('Operation', 'anyone');

const Event = Type.Object({
  type: Type.Enum(['bounce', 'complaint']),
  email: Type.String({ pattern: String.raw`^[^\s@]{1,64}@[^\s@]{1,255}$`, maxLength: 320 }),
  detail: Type.Optional(Type.String({ maxLength: 2000 })),
});

const Events = Type.Object({ events: Type.Array(Event, { minItems: 1, maxItems: 1000 }) });

/** The door for reports of bounces and complaints. The body is read unparsed, because it may be an email. */
export const mailEventRoutes = [
  anyone.post({
    path: '/api/mail/events',
    summary: 'Report bounces and complaints',
    description:
      'For a mail server or provider, with `Authorization: Bearer` and MAIL_EVENTS_SECRET, or with Basic and the secret as the password. Each permanent bounce and each complaint puts its address on the suppression list. Instead of JSON, the body can be a report as mail servers send it, with any content type but JSON: a delivery status notification (RFC 3464) or a feedback report (RFC 5965), which counts if it returns the Message-ID of an email that was sent to the address. Other mail is ignored.',
    verb: reportMail,
    body: Events,
    returns: Type.Object({
      suppressed: Type.Integer({ description: 'Addresses put on the list' }),
      ignored: Type.Integer({ description: 'Reports that say nothing about an address' }),
    }),
    example: { events: [{ type: 'bounce', email: 'ada@example.org', detail: '550 5.1.1 No such mailbox' }] },
    handle: ({ app, client, body }) => {
      requireSecret(app.config, client.authorization);
      const raw = (body as unknown as string | undefined) ?? '';
      if (!/^\s*[{[]/.test(raw.slice(0, 100))) return reportMail(app, raw);
      const { events } = parseJson(Events, raw);
      return reportMail(
        app,
        events.map(({ detail = '', ...event }) => ({ ...event, detail: replyLine(detail) })),
      );
    },
  }),
];

/** Without a secret there is no such door. */
function requireSecret({ MAIL_EVENTS_SECRET: secret }: Config, authorization: string): void {
  if (secret === '') throw missing(msg('Page'));
  const [scheme = '', credentials = ''] = authorization.split(' ');
  const given =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : credentials;
  if (!/^(bearer|basic)$/i.test(scheme) || !sameSecret(given, secret))
    throw new Problem('unauthenticated', msg('The secret is wrong'));
}

function parseJson<S extends TSchema>(schema: S, text: string): Static<S> {
  const excess = jsonProblem(text);
  if (excess) throw excess;
  let value: unknown;
  try {
    value = cleanStrings(JSON.parse(text));
  } catch (error) {
    throw new Problem('invalid', msg('The body is not valid JSON'), { cause: error });
  }
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const field = (first?.instancePath ?? '').slice(1).replaceAll('/', '.') || 'events';
  throw invalid(field, msg('{field} is not valid', { field }));
}
