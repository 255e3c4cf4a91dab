import { sql } from 'kysely';
import { Redirect } from '../platform/http/endpoint.ts';

/** What of a link applies however it is followed. */
export interface Followable {
  /** Destinations do not learn where the visitor comes from. */
  hidesReferrer?: boolean | undefined;
}

/** SQL for the fields of `Followable` of `link`, where only they are needed of its rules. */
export const hidesReferrer = sql<boolean>`link.rules ->> 'hidesReferrer' is not null`.as('hidesReferrer');

/** The `Referrer-Policy` of everything that a visitor of a link gets. */
export const referrerPolicy = (followed: Followable | null | undefined): string =>
  followed?.hidesReferrer ? 'no-referrer' : 'strict-origin-when-cross-origin';

/**
 * Forwards a visitor, in every way that a link is followed. Never cached, whatever the status, because every
 * visit is counted and link changes apply immediately.
 * @param to a URL that is safe in headers
 */
export const forward = (
  to: string,
  status: Redirect['status'],
  followed: Followable | null | undefined,
): Redirect =>
  new Redirect(to, undefined, status, [
    'Cache-Control',
    'private, max-age=0, no-store',
    'Referrer-Policy',
    referrerPolicy(followed),
    'Content-Length',
    '0',
    'Location',
    to,
  ]);

/**
 * Returns a URL unchanged, unless it has characters not allowed in headers: non-ASCII, spaces or line breaks.
 */
export const forHeader = (address: string): string =>
  /^[\x21-\x7e]*$/.test(address) ? address : (URL.parse(address)?.href ?? encodeURI(address.toWellFormed()));
