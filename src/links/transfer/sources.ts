import { isRecord } from '../../kernel/json.ts';
import { invalid, msg } from '../../kernel/problem.ts';

/** Services whose links are read by their API, as `from` names them. */
export const sourceNames = ['gempixel', 'bitly', 'dub', 'short', 'rebrandly'] as const;
export type SourceName = (typeof sourceNames)[number];

export interface RemotePage {
  records: unknown[];
  /** Of all pages, or 0 if the service does not say. */
  total: number;
  /** What is to be read afterwards, one address a line. Empty: this was the last page. */
  rest: string;
}

interface Place {
  /** The address of the installation, or what is still to be read. */
  rest: string;
  /** Pages that have been read. */
  pages: number;
}

interface Source {
  /** What is read first. An installation has an address of its own. */
  start: string;
  authorize: (key: string) => Readonly<Record<string, string>>;
  address: (place: Place) => string;
  /** Returns undefined if this is not an answer of the service. */
  read: (body: unknown, place: Place) => RemotePage | undefined;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const firstLine = ({ rest }: Place) => rest.split('\n', 1)[0] ?? '';
const others = ({ rest }: Place) => rest.split('\n').slice(1);
const joined = (lines: readonly (string | undefined)[]) => lines.filter(Boolean).join('\n');

/** The same address with other parameters. */
function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const perPage = { gempixel: 100, bitly: 100, dub: 100, short: 150, rebrandly: 25 } as const;

/** As their public documents and clients describe them. */
export const sources: Readonly<Record<SourceName, Source>> = {
  gempixel: {
    start: '',
    authorize: bearer,
    address: ({ rest, pages }) => `${rest}/api/urls?limit=${perPage.gempixel}&page=${pages + 1}&order=date`,
    read: (body, { rest, pages }) => {
      const { error, message, data } = isRecord(body) ? body : {};
      if (error === 1 || error === '1' || error === true)
        throw invalid(
          'key',
          msg('The other service answered: {message}', { message: String(message).slice(0, 200) }),
        );
      if (!isRecord(data) || !Array.isArray(data.urls)) return undefined;
      const maxPage = Number(data.maxpage);
      const isLast =
        data.urls.length === 0 ||
        (Number.isFinite(maxPage) && pages + 1 >= maxPage) ||
        !hasNext(data, pages + 1);
      const total = Number.isFinite(maxPage)
        ? Math.max(0, Math.min(maxPage, 1e7)) * Number(data.perpage ?? perPage.gempixel)
        : 0;
      return { records: data.urls, total, rest: isLast ? '' : rest };
    },
  },
  bitly: {
    start: 'https://api-ssl.bitly.com/v4/groups',
    authorize: bearer,
    address: firstLine,
    read: (body, place) => {
      if (!isRecord(body)) return undefined;
      const { groups, links, pagination } = body;
      if (Array.isArray(groups))
        return step(
          [],
          [
            ...groups.map((group) =>
              isRecord(group) && typeof group.guid === 'string'
                ? `https://api-ssl.bitly.com/v4/groups/${encodeURIComponent(group.guid)}/bitlinks?size=${perPage.bitly}&archived=both`
                : undefined,
            ),
            ...others(place),
          ],
        );
      if (!Array.isArray(links)) return undefined;
      const after = isRecord(pagination) ? pagination.search_after : undefined;
      const next =
        typeof after === 'string' && after !== '' && links.length > 0
          ? withQuery(firstLine(place), { search_after: after })
          : undefined;
      return step(links, [next, ...others(place)]);
    },
  },
  dub: {
    start: `https://api.dub.co/links?page=1&pageSize=${perPage.dub}`,
    authorize: bearer,
    address: firstLine,
    read: (body, place) => {
      if (!Array.isArray(body)) return undefined;
      const address = firstLine(place);
      const page = Number(new URL(address).searchParams.get('page'));
      return step(body, [
        body.length < perPage.dub ? undefined : withQuery(address, { page: String(page + 1) }),
      ]);
    },
  },
  short: {
    start: 'https://api.short.io/api/domains',
    authorize: (authorization) => ({ authorization }),
    address: firstLine,
    read: (body, place) => {
      if (Array.isArray(body))
        return step(
          [],
          body.map((domain) =>
            isRecord(domain) && /^\d{1,15}$/.test(String(domain.id))
              ? `https://api.short.io/api/links?domain_id=${String(domain.id)}&limit=${perPage.short}&dateSortOrder=asc`
              : undefined,
          ),
        );
      if (!isRecord(body) || !Array.isArray(body.links)) return undefined;
      const { links, nextPageToken: token } = body;
      const next =
        typeof token === 'string' && token !== '' && links.length > 0
          ? withQuery(firstLine(place), { pageToken: token })
          : undefined;
      return step(links, [next, ...others(place)]);
    },
  },
  rebrandly: {
    start: `https://api.rebrandly.com/v1/links?limit=${perPage.rebrandly}&orderBy=createdAt&orderDir=asc`,
    authorize: (apikey) => ({ apikey }),
    address: firstLine,
    read: (body, place) => {
      if (!Array.isArray(body)) return undefined;
      const last: unknown = body.at(-1);
      const next =
        isRecord(last) && typeof last.id === 'string' && body.length === perPage.rebrandly
          ? withQuery(firstLine(place), { last: last.id })
          : undefined;
      return step(body, [next]);
    },
  },
};

const step = (records: readonly unknown[], rest: readonly (string | undefined)[]): RemotePage => ({
  records: records.map(withNames),
  total: 0,
  rest: joined(rest),
});

/** Tags and the domain of a record by their names, as exports have them. */
function withNames(record: unknown): unknown {
  // A row of the report says that it has no address.
  if (!isRecord(record)) return {};
  const { tags, domain } = record;
  return {
    ...record,
    ...(Array.isArray(tags) && { tags: tags.map((tag: unknown) => (isRecord(tag) ? tag.name : tag)) }),
    ...(isRecord(domain) && { domain: domain.fullName ?? domain.hostname }),
  };
}

/** The last page has no next one, or names itself or the first one. */
function hasNext({ nextpage, maxpage }: Record<string, unknown>, page: number): boolean {
  if (nextpage === undefined) return maxpage !== undefined;
  return Number(nextpage) > page || Number(maxpage) > page;
}
