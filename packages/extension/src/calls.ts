import { ApiError, type NewLink } from '../../sdk/src/hop.ts';
import { openHop } from './connection.ts';

/** A link as the popup shows it. */
export interface Shown {
  shorturl: string;
  longurl: string;
  title: string;
}

/** What the popup offers to choose from. */
export interface Choices {
  /** Scheme and host. Empty without branded domains. */
  domains: string[];
  tags: string[];
  recent: Shown[];
}

/** What the popup asks of the service worker, which outlives it. */
interface Calls {
  shorten: (link: NewLink) => Promise<{ shorturl: string; held: boolean }>;
  choices: () => Promise<Choices>;
}

/** Why a call failed, as it passes between pages. */
export interface Refused {
  message: string;
  field?: string | undefined;
  status?: number | undefined;
}

/** So many links are shown. */
const shown = 5;

const calls: Calls = {
  shorten: async (link) => {
    const { shorturl, held = false } = await (await hop()).links.create(link);
    return { shorturl, held };
  },
  choices: async () => {
    const client = await hop();
    const [domains, tags, recent] = await Promise.all([
      orNone(client.domains.list({ limit: 100 })),
      orNone(client.tags.list({ limit: 100 })),
      client.links.list({ limit: shown }),
    ]);
    return {
      domains: domains.map(({ domain }) => domain),
      tags: tags.map(({ name }) => name),
      recent: recent.items.map(({ shorturl, longurl, title }) => ({ shorturl, longurl, title })),
    };
  },
};

/** The list, or nothing where the plan or role of the person does not have it. */
async function orNone<Item>(list: PromiseLike<{ items: Item[] }>): Promise<Item[]> {
  try {
    return (await list).items;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}

async function hop() {
  const client = await openHop();
  if (!client) throw new ApiError(401, { message: 'Not connected' });
  return client;
}

/** Answers the popup, in the service worker. */
export function answerCalls(): void {
  chrome.runtime.onMessage.addListener((message: { call: keyof Calls; given: never[] }, sender, reply) => {
    if (sender.id !== chrome.runtime.id || !Object.hasOwn(calls, message.call)) return undefined;
    const run = calls[message.call] as (...given: never[]) => Promise<unknown>;
    run(...message.given).then(
      (answer) => reply({ answer }),
      (error: unknown) => reply({ refused: toRefused(error) }),
    );
    return true;
  });
}

const toRefused = (error: unknown): Refused =>
  error instanceof ApiError
    ? { message: error.message, field: error.field, status: error.status }
    : { message: error instanceof Error ? error.message : String(error) };

/** Asks the service worker. Rejects with a `Refused`. */
export async function ask<Name extends keyof Calls>(
  call: Name,
  ...given: Parameters<Calls[Name]>
): Promise<Awaited<ReturnType<Calls[Name]>>> {
  const { answer, refused } = await chrome.runtime.sendMessage<
    unknown,
    { answer: Awaited<ReturnType<Calls[Name]>>; refused?: Refused }
  >({ call, given });
  if (refused) throw refused;
  return answer;
}
