import { exchange } from '../peers/exchange.ts';
import { isThorough } from '../peers/thorough.ts';
import { targetsOf } from '../garbage/targets.ts';
import type { FilledServices } from './filled-services.ts';

/** Values that no parameter of a page means, as they come from scanners, old links and typing errors. */
const wrongValues = [
  'abc',
  '-1',
  '1e9',
  '500000',
  '99999999999999999999',
  '[]',
  '2026-02-30',
  '2026-13-45',
  "'",
  '%00',
  '%F0%9F%92%A9',
];

/** Parameters that some page declares, and that no page declares. */
const anybodysNames = [
  'page',
  'before',
  'after',
  'cursor',
  'limit',
  'offset',
  'id',
  'q',
  '__proto__',
  'constructor',
];

/**
 * Sends wrong values in every parameter that a route declares, one at a time, and in parameters that it does not
 * declare. Returns the requests that were answered with an error of the server, and those in which an undeclared
 * parameter changed the answer.
 */
export async function walkQueryStrings(
  services: FilledServices,
): Promise<{ faults: string[]; sent: number }> {
  const faults: string[] = [];
  let sent = 0;
  let turn = 0;
  /** A ninth of the wrong values, others at each parameter. */
  const isTried = () => isThorough || (turn += 1) % 9 === 0;
  const ask = async (service: 'plaza' | 'hop', path: string) => {
    sent += 1;
    const headers = { cookie: services.cookies.owner, accept: 'text/html' };
    const { status } = await exchange(services[service], { method: 'GET', path, headers });
    if (status >= 500) faults.push(`${service} ${path}: ${status}`);
    return status;
  };
  const values = ['abc', '500000', '[]'];
  for (const [at, { service, path, declared }] of addressesOf(services).entries()) {
    const [plain = ''] = path.split('?');
    const others = anybodysNames.filter((name) => !declared.includes(name));
    // Otherwise one of them in a third of the addresses.
    const tried = isThorough ? values : values.filter((_, turn) => at % 9 === turn * 3);
    const expected = tried.length > 0 ? await ask(service, path) : 0;
    for (const value of tried) {
      const extra = others.map((name) => `${name}=${value}`).join('&');
      const status = await ask(service, `${path}${path.includes('?') ? '&' : '?'}${extra}`);
      // Paid calls reject what they do not declare, so that no one pays for a typing error.
      if (status !== expected && expected !== 402)
        faults.push(`${service} ${path} with ${extra}: ${status} instead of ${expected}`);
    }
    for (const name of declared) {
      const queries = [
        ...wrongValues.map((value) => `${name}=${value}`),
        `${name}=1&${name}=2`,
        `${name}[]=1`,
        `${name}[a]=1`,
        `${name}.a=1`,
      ];
      for (const query of queries.filter(isTried)) await ask(service, `${plain}?${query}`);
    }
  }
  return { faults, sent };
}

/** Every page at an address with content, and every other route that reads. */
function addressesOf(services: FilledServices) {
  const { pages } = services;
  const targets = targetsOf(services);
  const reading = targets.filter(({ method }) => method === 'GET');
  return reading.map(({ service, path, query }) => {
    const shown = pages.find((page) => {
      const [plain = ''] = page.path.split('?');
      // `/people/requests` is not an address of `/people/:id`.
      const isOther = plain !== path && reading.some((other) => other.path === plain);
      return page.service === service && isAt(plain, path) && !isOther;
    });
    return {
      service,
      path: shown?.path ?? path.replaceAll(/:\w+|\*/g, '1'),
      declared: Object.keys(query?.properties ?? {}),
    };
  });
}

function isAt(path: string, pattern: string): boolean {
  const expression = pattern.replaceAll(/[.@*]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${expression}$`).test(path);
}
