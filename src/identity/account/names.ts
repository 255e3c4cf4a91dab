import { sql } from 'kysely';
import { comparableHost } from '../../kernel/comparable.ts';
import { invalid, Problem, msg, type Message } from '../../kernel/problem.ts';
import { lengthOf } from '../../kernel/text.ts';
import { cleanName, isVisible } from '../../kernel/typed-text/clean-name.ts';
import type { App } from '../../platform/app.ts';

/** Words that are paths of this site, or that would let a user impersonate its staff. */
const reserved = new Set(
  `about account accounts admin administrator agent agents api api-docs app apps article articles assets auth blog blogs
  chat citations claim contact content dashboard data developers discover explore feed forum forums friends glossary
  group groups hashtag health healthz help home hop hub login logout mail me messages metrics moderator new news
  notifications oauth oauth2 official openapi operator page pages people plaza post posts privacy profile question
  questions readyz register reset root search security settings signin signout signup sitemap static status style
  support system team terms theme thread threads toolkit tools trending user users wallet www`.split(/\s+/),
);

/** 3 to 32 letters, digits, `_` and `.`, beginning and ending with a letter or digit. */
const pattern = /^[a-z0-9](?:[a-z0-9]|[._](?=[a-z0-9])){2,31}$/i;

export function refuseBadUsername(username: string, field = 'username'): void {
  if (username.length < 3 || username.length > 32)
    throw invalid(field, msg('Username must be 3 to 32 characters'));
  if (!pattern.test(username))
    throw invalid(
      field,
      msg('Username may contain letters and digits, with dots and underscores between them'),
    );
  if (isReservedName(username)) throw invalid(field, msg('This username is reserved'));
}

const isReservedName = (username: string) =>
  reserved.has(username.toLowerCase()) || reservedLookalikes.has(looksLike(username));

/** Returns the same key for names that look alike, such as `Adm1n`, `a.dmin` and `admin`. */
export const looksLike = (username: string): string =>
  username
    .toLowerCase()
    .replace(/[._]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0134578]/g, (digit) => alike[digit] ?? digit)
    .replaceAll('i', 'l');

const alike: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
};

const reservedLookalikes = new Set([...reserved].map(looksLike));

/** One `@`, text on both sides, no spaces. Deliverability is checked by sending mail. */
const address = /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@.%/?#:\\[\]]+(?:\.[^\s@.%/?#:\\[\]]+)+$/u;

export function refuseBadEmail(email: string, field = 'email'): void {
  const isAddress =
    email.length <= 254 && address.test(email) && isHost(email.slice(email.lastIndexOf('@') + 1));
  if (!isAddress) throw invalid(field, msg('Enter a valid email address'));
}

/** Whether an international domain has a form in ASCII, in which mail is sent to it. */
const isHost = (domain: string): boolean => /^[\x21-\x7e]*$/.test(comparableHost(domain));

/** Normalizes a first or last name for storage. Throws a `Problem` if it has no visible characters. */
export function parseName(typed: string, field: string, whenEmpty: Message): string {
  const name = cleanName(typed);
  if (!isVisible(name)) throw invalid(field, whenEmpty);
  if (lengthOf(name) > 64) throw invalid(field, msg('Use at most {max} characters', { max: 64 }));
  refuseCheckMarks(name, field);
  return name;
}

/**
 * Rejects names that contain a username or a verification mark, which could mislead others about the account.
 */
export function refuseCheckMarks(name: string, field: string): void {
  if (/[@＠﹫][\p{L}\p{N}_]/u.test(name))
    throw invalid(field, msg('A name cannot contain a username. Remove the @.'));
  if (/[✓✔☑✅🗸🗹]/u.test(name)) throw invalid(field, msg('A name cannot contain a check mark'));
}

let disposableDomains: Promise<ReadonlySet<string>> | undefined;

/** The domains of disposable email addresses. The list is large, so it is loaded at first use. */
export const getDisposableDomains = (): Promise<ReadonlySet<string>> =>
  (disposableDomains ??= import('disposable-email-domains-js').then(({ disposableEmailBlocklistSet }) =>
    disposableEmailBlocklistSet(),
  ));

/** Rejects disposable email addresses, which would let one person register many accounts. */
export function rejectDisposableEmail(email: string, disposable: ReadonlySet<string>): void {
  const domain = comparableHost(email.slice(email.lastIndexOf('@') + 1));
  const parents = domain.split('.').map((_, index, parts) => parts.slice(index).join('.'));
  if (parents.some((each) => disposable.has(each)))
    throw invalid('email', msg('Disposable email addresses are not allowed'));
}

/** A requested name of an account or a page. */
interface WantedName {
  text: string;
  /** The field named in the error. */
  field: string;
  /**
   * Whether this is a person's own name, which others may share. An identical name is allowed; one that only
   * looks the same is rejected.
   */
  isOwnName?: boolean;
}

/**
 * Rejects a name that could be mistaken for that of a verified person or page. Names of the same owner may
 * look alike.
 */
export async function refuseLookalike(
  { db }: Pick<App, 'db'>,
  { text, field, isOwnName = false }: WantedName,
  ownerId?: string,
): Promise<void> {
  const { rows } = await sql<{ kind: string }>`
    select kind from identity.verified_name
    where skeleton = identity.name_skeleton(${text}) and skeleton <> ''
      and (${ownerId ?? null}::bigint is null or owner_id <> ${ownerId ?? null}::bigint)
      and not (${isOwnName}::boolean and kind = 'person' and name = lower(translate(${text}, ' ._', '')))
    limit 1`.execute(db);
  const [found] = rows;
  if (found)
    throw new Problem(
      'conflict',
      msg(
        '{kind, select, page {This name is too similar to a verified page} other {This name is too similar to a verified person}}',
        { kind: found.kind },
      ),
      {
        field,
      },
    );
}

/** Reserves the current username of an account before it is given up. Called in the same transaction. */
export async function reserveUsername(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
): Promise<void> {
  await sql`
    insert into identity.reserved_username (username_hash, former_owner_id, released_at)
    select identity.username_hash(username), id, ${clock.now()} from identity.account where id = ${accountId}
    on conflict (username_hash) do update
      set former_owner_id = excluded.former_owner_id, released_at = excluded.released_at`.execute(db);
}
