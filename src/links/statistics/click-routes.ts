import { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { sqlDate } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { endpoint, type Endpoint, StreamAnswer } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { clickStore } from '../clicks/store/click-store.ts';
import type { ClickCursor, ClickReader, StoredClick } from '../clicks/store/click-store.ts';
import type { LatestClick } from '../clicks/statistics/totals.ts';
import { shortAddress } from '../link/link.ts';
import { parseBound } from '../link/requests.ts';
import { id } from '../owned/api.ts';
import { lastSeen, type LiveStatistics, openLiveStatistics } from './live.ts';
import { nameSubjects } from './subject.ts';

const ClickRecord = Type.Object(
  {
    id: Type.String({ description: 'The cursor for `after`; begins with the time' }),
    date: Type.String({ description: 'YYYY-MM-DD HH:MM:SS in UTC' }),
    link: Type.Integer({ description: 'ID of the link, bio page or QR code' }),
    bot: Type.Boolean({ description: 'Bots are not counted in statistics' }),
    country: Type.String({ description: 'ISO 3166-1 code. Blank if unknown, as all of these' }),
    region: Type.String(),
    city: Type.String(),
    browser: Type.String(),
    os: Type.String(),
    device: Type.String(),
    language: Type.String(),
    referrer: Type.String({ description: 'A host name' }),
    variant: Type.String({ description: 'The variant of an A/B test' }),
  },
  { title: 'Click' },
);

const toClickRecord = ({ at, linkId, isBot, system, ...click }: StoredClick): Static<typeof ClickRecord> => ({
  ...click,
  date: sqlDate(at),
  link: Number(linkId),
  bot: isBot,
  os: system,
});

const ClicksQuery = Type.Object({
  after: Type.Optional(
    Type.String({ pattern: '^[0-9a-f-]{32,36}$', description: 'The id of the last click that was received' }),
  ),
  from: Type.Optional(
    Type.String({
      maxLength: 30,
      description: 'Without `after`: the first time, in UTC. Defaults to the oldest click',
    }),
  ),
  link: Type.Optional({ ...id, description: 'ID of a link' }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Clicks: 100 by default, at most 1,000 as JSON',
    }),
  ),
  format: Type.Optional(
    Type.Enum(['json', 'ndjson'], {
      description: 'ndjson: a stream of one click per line, all that there are if no `limit` is given',
    }),
  ),
});

const atOnce = 1000;
const tag = 'Statistics';

/** Raw clicks for a warehouse, and as they happen. `live` must be closed when the server stops. */
export function clickRoutes(app: App): { live: LiveStatistics; routes: readonly Endpoint[] } {
  const live = openLiveStatistics(app, { write: (clicks, accountId) => toEvent(app, clicks, accountId) });
  return { live, routes: [clicksRoute, streamRoute(live)] };
}

const clicksRoute = endpoint({
  method: 'GET',
  path: '/api/clicks',
  summary: 'List single clicks in the order of time',
  description:
    'Extension. For exports: send `after` with `cursor` of the previous response until `more` is false, and later on from there. ' +
    'Clicks of the last minute are left out, because earlier ones may still arrive. They have no address and no other data ' +
    'that identifies a visitor, and are kept as long as the operator keeps clicks. `limit` of a stream is at most 1,000,000.',
  tag,
  access: 'member',
  query: ClicksQuery,
  returns: Answer({
    clicks: Type.Array(ClickRecord),
    cursor: Type.Union([Type.String(), Type.Null()], { description: 'The value for `after`' }),
    more: Type.Boolean({ description: 'Whether there are further clicks' }),
  }),
  handle: async ({ app, viewer, query: { after, from, link, limit, format } }) => {
    const start = from === undefined ? undefined : parseBound('from', from, 0);
    const wanted = {
      after: after && uuidOf(after),
      from: start,
      linkId: link === undefined ? undefined : String(link),
    };
    if (format === 'ndjson') {
      const lines = Readable.from(linesOf(app, viewer.id, wanted, limit ?? Infinity));
      return new StreamAnswer('application/x-ndjson; charset=utf-8', lines) as never;
    }
    const max = Math.min(limit ?? 100, atOnce);
    const found = await clickStore(app).list(viewer.id, { ...wanted, max: max + 1 });
    const clicks = found.slice(0, max).map(toClickRecord);
    return { clicks, cursor: clicks.at(-1)?.id ?? after ?? null, more: found.length > max };
  },
});

function uuidOf(text: string): string {
  const digits = text.replaceAll('-', '');
  if (digits.length !== 32) throw invalid('after', msg('after must be the id of a click'));
  return digits;
}

/** One click per line, read in parts as the client reads them. */
async function* linesOf(
  app: ClickReader,
  accountId: string,
  wanted: Omit<ClickCursor, 'max'>,
  limit: number,
): AsyncGenerator<string> {
  const store = clickStore(app);
  let { after } = wanted;
  for (let left = limit; left > 0;) {
    const max = Math.min(left, store.listedAtOnce);
    const clicks = await store.list(accountId, { ...wanted, after, max });
    if (clicks.length > 0) yield clicks.map((click) => `${JSON.stringify(toClickRecord(click))}\n`).join('');
    if (clicks.length < max) return;
    left -= clicks.length;
    after = clicks.at(-1)?.id;
  }
}

const streamRoute = (live: LiveStatistics) =>
  endpoint({
    method: 'GET',
    path: '/api/clicks/stream',
    summary: 'Receive clicks as they happen',
    description:
      'Extension. Server-sent events: each has the number of its newest click as id, and as data a JSON list of clicks, oldest first, ' +
      'with `number`, `date`, `link`, `shorturl`, `country`, `device`, `browser` and `referrer`. Send `Last-Event-ID` or `after` to continue after a click; ' +
      'without them, it starts with the latest 50. A comment every 20 seconds keeps it open. It ends after ten minutes, when the key is revoked, ' +
      'or if the account opens more than 20: connect again.',
    tag,
    access: 'member',
    query: Type.Object({
      after: Type.Optional(
        Type.String({ pattern: '^\\d{1,15}$', description: 'Number of the last click that was received' }),
      ),
    }),
    returns: Type.Unsafe<string>({
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          example:
            'id: 7\ndata: [{"number":7,"link":12,"shorturl":"https://hop.example/spring","country":"DE"}]\n\n',
        },
      },
    }),
    handle: ({ viewer, query, client }) =>
      new StreamAnswer(
        'text/event-stream; charset=utf-8',
        live.watch(viewer.id, lastSeen(client, query.after)),
      ) as never,
  });

/** What the live page of the dashboard shows, with stored values. */
async function toEvent(app: App, clicks: readonly LatestClick[], accountId: string): Promise<string> {
  const subjects = await nameSubjects(app, accountId, [...new Set(clicks.map(({ linkId }) => linkId))]);
  const events = clicks.toReversed().map(({ number, at, linkId, ...click }) => {
    const subject = subjects.get(linkId);
    return {
      number: Number(number),
      date: sqlDate(at),
      link: Number(linkId),
      shorturl: subject ? shortAddress(app.config, subject) : '',
      ...click,
    };
  });
  return JSON.stringify(events);
}
