import { t } from './translation/translate.ts';
import { linkButton } from './components/controls.ts';
import { illustration } from './components/surfaces.ts';
import { html, type Html, type View } from './html.ts';
import type { NavigationEntry } from './navigation.ts';

const titles = (): Readonly<Record<number, string>> => ({
  400: t('Invalid request'),
  403: t('Access denied'),
  404: t('Page not found'),
  405: t('Method not allowed'),
  410: t('Gone'),
  429: t('Too many requests'),
  503: t('Temporarily unavailable'),
});

/**
 * An error page with the reason and a link to continue. The request id of a failure helps to find it in the log.
 */
export function errorView(options: {
  status: number;
  message: string;
  requestId: string;
  title?: string;
  /** Signed-in people see the navigation. */
  isMember?: boolean;
  /** Where to sign in, if that may help. */
  signIn?: string | undefined;
  /** The URL of the page. Undefined for a form that was sent. */
  address?: string | undefined;
  /** Where to search, if the viewer may: the start of the URL of results. */
  search?: string | undefined;
  /** The page of the navigation that the address is below. */
  section?: NavigationEntry | undefined;
}): View {
  const { status, message, requestId, isMember = false, signIn, address, search, section } = options;
  const usual = titles()[status];
  const mayPass = status === 429 || status >= 500;
  // A missing post is no missing page.
  const isNamed = status === 404 && message !== usual;
  const title =
    options.title ??
    (isNamed ? message : usual) ??
    (status < 500 ? t('Something went wrong') : t('Something went wrong on our side'));
  const reason = isNamed
    ? t('It was deleted, or you do not have access to it.')
    : message === title
      ? t('This page does not exist, or you do not have access to it. Check the URL.')
      : message;
  return {
    title,
    shape: isMember ? 'app' : 'plain',
    status,
    body: html`<div class="failure">
      ${illustration('lost')}
      <h1>${title}</h1>
      <p>${reason}</p>
      <div class="button-row">
        ${signIn !== undefined && linkButton({ label: t('Sign in'), href: signIn, kind: 'primary' })}
        ${mayPass && address !== undefined && linkButton({ label: t('Try again'), href: address, kind: 'primary' })}
        ${section && linkButton({ label: section.label, href: String(section.href), icon: section.icon, kind: 'primary' })}
        ${status === 404 && search !== undefined && searchLink(search, address, section)}
        ${!section && linkButton({ label: t('Go to the home page'), href: '/' })}
      </div>
      ${status >= 500 && html`<p class="failure-note">Status ${status} · request <code>${requestId}</code></p>`}
    </div>`,
  };
}

/** The page of the navigation that lists what the path was below: the messages, for one of them. */
export function sectionAbove(
  entries: readonly NavigationEntry[],
  path: string,
  isMember: boolean,
): NavigationEntry | undefined {
  return entries
    .filter(
      ({ href, for: whose }) =>
        typeof href === 'string' &&
        href !== '/' &&
        path.startsWith(`${href}/`) &&
        (whose === 'anyone' || (isMember && whose === 'member')),
    )
    .sort((one, other) => String(other.href).length - String(one.href).length)[0];
}

/** A link to a search, for the words that the URL ends with. */
function searchLink(results: string, address = '', section?: NavigationEntry): Html | false {
  const words = wordsOf(address);
  if (section && words === '') return false;
  return linkButton({
    label: words === '' ? t('Search') : t('Search for “{q}”', { q: words }),
    href: results + encodeURIComponent(words),
    icon: 'search',
    kind: section ? 'quiet' : 'primary',
  });
}

/** The words of the last part of a URL's path: `/pages/our-garden.html` is “our garden”. Empty for an id. */
function wordsOf(address: string): string {
  const [path = ''] = address.split('?');
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  const words = readable(last)
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return /\p{L}{3}/u.test(words) && words.length <= 60 ? words : '';
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
