import { DomUtils, parseDocument } from 'htmlparser2';
import { exchange } from '../peers/exchange.ts';
import type { Answer } from '../peers/exchange.ts';
import type { Services } from '../services.ts';
import { elementsIn } from './form-controls.ts';
import type { Element } from './form-controls.ts';

export interface Crawled {
  service: 'plaza' | 'hop';
  path: string;
  /** The first page with the link. */
  from: string;
  status: number;
  /** What a person reads or hears: the text, and attributes that are shown or spoken. */
  text: string;
}

/** Where the addresses come from that no page links to. */
export const everyRoute = 'the list of routes';

/** Pages of one route, like those of the small tools, are much alike. */
const maxOfRoute = 4;

/**
 * Follows the links, frames and forms without input of both services from their start pages, and from each page
 * without a parameter.
 */
export async function crawl(services: Services, cookie: string): Promise<Crawled[]> {
  const queue = (['plaza', 'hop'] as const).flatMap((service) =>
    pagesOf(services, service)
      .filter((path) => !/[:*]/.test(path))
      .map((path) => ({ service, path, from: everyRoute })),
  );
  const known = new Set(queue.map(({ service, path }) => `${service} ${path}`));
  const counts = new Map<string, number>();
  const crawled: Crawled[] = [];
  for (const step of queue) {
    const { service, path } = step;
    const route = `${service} ${routeOf(services, service, path)}`;
    const count = counts.get(route) ?? 0;
    if (count >= maxOfRoute) continue;
    counts.set(route, count + 1);
    const answer = await exchange(services[service], {
      method: 'GET',
      path,
      headers: { cookie, accept: 'text/html' },
    });
    const root = parseDocument(isPage(answer) ? answer.body : '');
    crawled.push({ ...step, status: answer.status, text: textOf(root) });
    const addresses = [answer.headers.location ?? '', ...addressesIn(root)];
    for (const address of addresses.filter((each) => each !== '')) {
      const url = new URL(address, new URL(path, services[service]));
      const target = (['plaza', 'hop'] as const).find((each) => services[each] === url.origin);
      const next = url.pathname + url.search;
      if (!target || known.has(`${target} ${next}`)) continue;
      known.add(`${target} ${next}`);
      queue.push({ service: target, path: next, from: `${service} ${path}` });
    }
  }
  return crawled;
}

const isPage = ({ headers }: Answer) => headers['content-type']?.startsWith('text/html') === true;

const pagesOf = ({ routes }: Services, service: 'plaza' | 'hop'): string[] =>
  routes[service]
    .filter(({ config, method }) => config?.pages === true && method === 'GET')
    .map(({ url }) => url);

/** Returns the pattern of a page's path, or for other addresses the path without its numbers. */
function routeOf(services: Services, service: 'plaza' | 'hop', path: string): string {
  const [plain = '', query = ''] = path.split('?');
  const names = [...new URLSearchParams(query).keys()].join(' ');
  const pages = pagesOf(services, service);
  const found = pages.includes(plain)
    ? plain
    : pages.find((pattern) =>
        new RegExp(`^${pattern.replaceAll(/[.@*]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`).test(plain),
      );
  return `${found ?? plain.replaceAll(/\d+/g, '1')} ${names}`;
}

function addressesIn(root: ReturnType<typeof parseDocument>): string[] {
  return elementsIn(root).flatMap(({ name, attribs }) => {
    if (name === 'a') return attribs.href?.startsWith('#') ? [] : [attribs.href ?? ''];
    if (['turbo-frame', 'img', 'script'].includes(name)) return [attribs.src ?? ''];
    if (name === 'link') return [attribs.href ?? ''];
    return name === 'form' && attribs.method?.toLowerCase() === 'get' ? [attribs.action ?? ''] : [];
  });
}

const shownAttributes = ['title', 'alt', 'aria-label', 'placeholder', 'datetime'];

function textOf(root: ReturnType<typeof parseDocument>): string {
  const elements = elementsIn(root);
  // Examples of code contain such words on purpose.
  for (const element of elements.filter(({ name }) =>
    ['script', 'style', 'code', 'pre', 'template', 'svg'].includes(name),
  ))
    DomUtils.removeElement(element);
  const attributes = elements.flatMap(({ attribs }: Element) =>
    shownAttributes.map((name) => attribs[name] ?? ''),
  );
  return [DomUtils.textContent(root), ...attributes.filter((each) => each !== '')]
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}
