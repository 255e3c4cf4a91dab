import { lengthOf } from '../kernel/text.ts';
import { invalid } from '../kernel/problem.ts';

/** Words that are addresses of ours, or that would let someone pose as the house. */
const reserved = new Set(
  `about account accounts admin administrator agent agents api api-docs app apps article articles assets auth blog blogs
  chat citations claim contact content dashboard data developers discover explore feed forum forums friends glossary
  group groups hashtag health healthz help home hop hub login logout mail me messages metrics moderator new news
  notifications oauth oauth2 official openapi operator page pages people plaza post posts privacy profile question
  questions readyz register reset root search security settings signin signout signup sitemap static status style
  support system team terms theme thread threads toolkit tools trending user users wallet www`.split(/\s+/),
);

/** Letters, digits, `_` and `.`; 3 to 32 of them, beginning and ending with a letter or digit. */
const pattern = /^[a-z0-9](?:[a-z0-9]|[._](?=[a-z0-9])){2,31}$/i;

export function refuseBadUsername(username: string, field = 'username'): void {
  if (username.length < 3 || username.length > 32)
    throw invalid(field, 'The user name must have 3 to 32 characters');
  if (!pattern.test(username))
    throw invalid(field, 'The user name may have letters, digits, dots and underscores between them');
  if (reserved.has(username.toLowerCase())) throw invalid(field, 'That user name is reserved');
}

/** One `@`, something on both sides, no spaces: whether mail arrives is for the mail to say. */
const address = /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;

export function refuseBadEmail(email: string, field = 'email'): void {
  if (email.length > 254 || !address.test(email)) throw invalid(field, 'That is not an email address');
}

export function refuseBadName(name: string, field: string, label: string): void {
  if (name.length === 0) throw invalid(field, `The ${label} is missing`);
  if (lengthOf(name) > 64) throw invalid(field, `The ${label} must have at most 64 characters`);
  if (/\p{Cc}/u.test(name)) throw invalid(field, `The ${label} contains control characters`);
}
