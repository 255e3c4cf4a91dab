import { invalid } from '../../kernel/problem.ts';
import { appCategories, type AppDetails } from './oauth-app.ts';

/** As it is kept, or a refusal that names the field. */
export function readAppDetails(given: AppDetails): AppDetails {
  const name = given.name.trim();
  if (name.length < 2 || name.length > 60) throw invalid('name', 'Give the app a name of 2 to 60 characters');
  const description = given.description.trim();
  if (description.length > 500) throw invalid('description', 'At most 500 characters');
  const category = appCategories.find((each) => each === given.category);
  if (!category) throw invalid('category', 'Choose a category');
  return {
    name,
    domain: readDomain(given.domain),
    redirectUrl: readRedirectUrl(given),
    description,
    category,
  };
}

function readDomain(text: string): string {
  const host = URL.parse(text.includes('://') ? text.trim() : `https://${text.trim()}`)?.hostname ?? '';
  if (!isHost(host)) throw invalid('domain', 'Give the domain that the app lives at, such as example.org');
  return host;
}

const isHost = (host: string) =>
  host === 'localhost' || (host.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host));

/** Kept as typed: it is compared to the character. */
function readRedirectUrl({ redirectUrl, domain }: AppDetails): string {
  const text = redirectUrl.trim();
  const url = URL.parse(text);
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (!url || text.length > 2000 || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere)))
    throw invalid('redirectUrl', 'Give an address with https:// (http:// for localhost)');
  if (url.username || url.password || url.hash || text.includes('#'))
    throw invalid('redirectUrl', 'The address may have no user name and no fragment');
  const home = readDomain(domain);
  if (!isHere && url.hostname !== home && !url.hostname.endsWith(`.${home}`))
    throw invalid('redirectUrl', `The address must be at ${home}`);
  return text;
}
