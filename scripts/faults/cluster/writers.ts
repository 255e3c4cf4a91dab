import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityIn } from '../../../test/paid/facilitator.ts';
import { payOnBase } from '../../../test/paid/payments.ts';

/** Whom the writers act for, by their tokens and keys. */
export interface Actors {
  plaza: string;
  hop: string;
  /** Of Hop's API. */
  key: string;
  conversation: string;
  tipped: string;
  /** A post that costs something over x402. */
  post: string;
}

interface Answer {
  /** Undefined: the connection was lost, or nothing came in time. */
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A kind of write: how it is sent, and the rows that it leaves. */
export interface Kind {
  name: string;
  /** Returns the options of a request. Repeated with the same `name`, it must be one write. */
  send: (name: string, actors: Actors) => Promise<Sent>;
  /** A query for the names of its rows, and their number. */
  stored: string;
}

interface Sent {
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: object;
  /** Of a payment: its quote, under which its row is found, and what the facilitator knows. */
  payment?: { quote: string; identity: string };
}

const named = (column: string, table: string) => `select ${column} as name from ${table}`;

export const kinds: readonly Kind[] = [
  {
    name: 'links',
    send: (name, { hop, key }) =>
      Promise.resolve({
        url: `${hop}/api/url/add`,
        headers: { authorization: `Bearer ${key}` },
        body: { url: `https://example.org/${name}` },
      }),
    stored: named(`substr(url, 21)`, 'links.link'),
  },
  {
    name: 'posts',
    send: (name, { plaza }) =>
      Promise.resolve({
        url: `${plaza}/apis/php/posts/post`,
        headers: { 'x-auth-token': 'author' },
        body: { text: name, privacy: 'public' },
      }),
    stored: named('text', 'social.post'),
  },
  {
    name: 'messages',
    send: (name, { plaza, conversation }) =>
      Promise.resolve({
        url: `${plaza}/apis/php/chat/message`,
        headers: { 'x-auth-token': 'talker' },
        body: { conversation_id: conversation, message: name },
      }),
    stored: named('text', 'social.message'),
  },
  {
    name: 'ledger',
    send: (name, { plaza, tipped }) =>
      Promise.resolve({
        url: `${plaza}/apis/php/monetization/tip`,
        headers: { 'x-auth-token': 'buyer' },
        body: { node_type: 'profile', node_id: tipped, amount: '1', message: name },
      }),
    stored: named(
      'sale.message',
      'social.sale join social.ledger_transaction entry on entry.id = sale.transaction_id',
    ),
  },
  {
    name: 'payments',
    send: async (_name, { plaza, post }) => {
      const url = `${plaza}/api/post?id=${post}`;
      for (;;) {
        const quote = await ask({ url, method: 'GET', headers: {} });
        if (quote.status === 402) {
          const headers = payOnBase({ headers: quote.headers }, new Date());
          const payment = { quote: quoteIn(headers['payment-signature']), identity: identityIn(headers) };
          return { url, method: 'GET', headers, payment };
        }
        await sleep(200);
      }
    },
    stored: `${named('quote', 'paid.payment')} where state = 'settled'`,
  },
];

const quoteIn = (header: string): string => {
  const { accepted } = JSON.parse(Buffer.from(header, 'base64').toString()) as {
    accepted: { extra: { memo: string } };
  };
  return accepted.extra.memo.split('.')[0] ?? '';
};

/** What was acknowledged in a round. */
export interface Written {
  /** By kind: the names, each once. */
  acknowledged: Map<string, string[]>;
  /** By kind: when the writes were begun and acknowledged, in milliseconds. */
  times: Map<string, { begun: number; at: number }[]>;
  /** Answers that were no acknowledgment, by kind of error. */
  errors: Map<string, number>;
  /** Ids of messages in the order in which they were acknowledged. */
  messages: string[];
  /** The quotes of payments that were sent, by what the facilitator knows of them. */
  quotes: Map<string, string>;
}

/** In milliseconds. */
const pace = 150;
const patience = 15_000;

/** Writes of all kinds, each repeated with the same key until it is acknowledged, as clients do. */
export function startWriters(actors: Actors, round: string): { written: Written; stop: () => Promise<void> } {
  const written: Written = {
    acknowledged: new Map(),
    times: new Map(),
    errors: new Map(),
    messages: [],
    quotes: new Map(),
  };
  let isOver = false;
  const write = async ({ name: kind, send }: Kind): Promise<void> => {
    const names: string[] = [];
    const times: { begun: number; at: number }[] = [];
    written.acknowledged.set(kind, names);
    written.times.set(kind, times);
    for (let n = 0; !isOver; n += 1) {
      const name = `${round}-${kind}-${n}`;
      const sent = await send(name, actors);
      if (sent.payment) written.quotes.set(sent.payment.identity, sent.payment.quote);
      for (;;) {
        const begun = performance.now();
        const answer = await ask({ ...sent, headers: { ...sent.headers, 'idempotency-key': name } });
        if (answer.status === 200) {
          times.push({ begun, at: performance.now() });
          names.push(sent.payment?.quote ?? name);
          if (kind === 'messages') written.messages.push(lastMessage(answer.body));
          break;
        }
        count(written.errors, nameOf(answer));
        // The quote of a payment has expired.
        if (answer.status === 402) break;
        await sleep(200);
      }
      await sleep(pace);
    }
  };
  const done = Promise.all(kinds.map(write));
  return {
    written,
    stop: async () => {
      isOver = true;
      await done;
    },
  };
}

export function count(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

function nameOf({ status, body }: Answer): string {
  if (status === undefined) return 'cut off';
  if (status === 503 && body.includes('outcome_unknown')) return '503 outcome unknown';
  return status === 503 && body.includes('No server is available') ? '503 of HAProxy' : String(status);
}

const lastMessage = (body: string): string =>
  (JSON.parse(body) as { data: { last_message_id: string } }).data.last_message_id;

const agent = new Agent({ keepAlive: true });

/** Sends a request, and returns its complete answer. */
export function ask({ url, method = 'POST', headers, body }: Sent, timeout = patience): Promise<Answer> {
  return new Promise((resolve) => {
    const lost = () => resolve({ status: undefined, headers: {}, body: '' });
    const sent = request(
      url,
      {
        agent,
        method,
        timeout,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: text }),
        );
        response.on('close', lost);
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', lost);
    sent.end(body && JSON.stringify(body));
  });
}
