import { msg, invalid } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import { page, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import {
  accesses,
  accessFieldOf,
  crawlerRules,
  fieldOf,
  getCrawlerPolicy,
  knownCrawlers,
  licensePath,
  purposes,
  robotsText,
  updateCrawlerPolicy,
  accessFor,
} from './crawlers.ts';
import type { CrawlerAccess, CrawlerRule, CrawlerPolicy } from './crawlers.ts';
import { crawlersView } from './views.ts';
import { sumVisits } from './visits.ts';

const anyone = pagesFor('anyone');
const operator = pagesFor('operator');
const Switch = Type.Optional(Type.Literal('on'));
const rules = Object.fromEntries(
  knownCrawlers.map(({ agent }) => [fieldOf(agent), Type.Enum([...crawlerRules], { default: 'same' })]),
);
const accessFields = Object.fromEntries(
  purposes.map((purpose) => [accessFieldOf(purpose), Type.Enum([...accesses], { default: 'allow' })]),
);

async function show(app: App, state?: FormState) {
  const [policy, visits] = await Promise.all([getCrawlerPolicy(app), sumVisits(app)]);
  return crawlersView(policy, { text: robotsText(policy, app.config.plazaUrl), visits }, state);
}

/** Validates the price of a page, with or without a currency sign. */
function parsePrice(given: string): string {
  const price = given
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(price) || Number(price) === 0)
    throw invalid('price', msg('Enter an amount between 0.000001 and 999'));
  return price;
}

/** Validates extra robots.txt lines: each is a field name, a colon and a value, or a comment. */
function checkLines(extra: string): string {
  const wrong = extra.split(/\r?\n/).find((line) => !/^\s*(#.*|[A-Za-z-]+\s*:.*)?$/.test(line));
  if (wrong !== undefined)
    throw invalid('extra', msg('“{wrong}” is not a valid robots.txt line', { wrong: wrong.slice(0, 60) }));
  return extra.replaceAll('\r', '').trim();
}

export const crawlerPages = [
  anyone.get({
    path: '/robots.txt',
    cached: true,
    handle: async ({ app, client }) => {
      client.setHeader('cache-control', 'public, max-age=600');
      return {
        type: 'text/plain; charset=utf-8',
        body: robotsText(await getCrawlerPolicy(app), app.config.plazaUrl),
      };
    },
  }),
  anyone.get({
    path: licensePath,
    cached: true,
    handle: async ({ app, client }) => {
      client.setHeader('cache-control', 'public, max-age=600');
      return {
        type: 'application/rsl+xml; charset=utf-8',
        body: licenseText(await getCrawlerPolicy(app), app.config.plazaUrl),
      };
    },
  }),
  page({ method: 'GET', path: '/operator/crawlers', access: 'operator', handle: ({ app }) => show(app) }),
  operator.post({
    path: '/operator/crawlers',
    verb: updateCrawlerPolicy,
    body: Type.Object({
      search: Switch,
      aiInput: Switch,
      aiTrain: Switch,
      extra: Type.String({ maxLength: 10_000, default: '' }),
      price: Type.String({ maxLength: 20, default: '0.001' }),
      ...accessFields,
      ...rules,
    }),
    handle: async ({ app, viewer, body }) => {
      const given = new Map<string, unknown>(Object.entries(body));
      const ruleOf = (agent: string): CrawlerRule =>
        crawlerRules.find((rule) => rule === given.get(fieldOf(agent))) ?? 'same';
      const accessOf = (field: string): CrawlerAccess =>
        accesses.find((access) => access === given.get(field)) ?? 'allow';
      const policy = {
        search: body.search === 'on',
        aiInput: body.aiInput === 'on',
        aiTrain: body.aiTrain === 'on',
        extra: checkLines(body.extra),
        price: parsePrice(body.price),
        access: Object.fromEntries(purposes.map((purpose) => [purpose, accessOf(accessFieldOf(purpose))])),
        rules: Object.fromEntries(knownCrawlers.map(({ agent }) => [agent, ruleOf(agent)])),
      };
      await updateCrawlerPolicy(app, viewer, policy);
      return redirect('/operator/crawlers', { kind: 'success', text: t('Saved') });
    },
    again: ({ app, body }, problem) => show(app, refused(body, problem)),
  }),
];

type Usage = 'search' | 'ai-input' | 'ai-train';

/**
 * The license of public pages for programs, in Really Simple Licensing 1.0: https://rslstandard.org/rsl. What is free
 * and what has a price are licenses of their own, so that neither looks as if it covered the other.
 */
function licenseText(policy: CrawlerPolicy, base: string): string {
  const usages: readonly { usage: Usage; isPermitted: boolean; isPriced: boolean }[] = [
    { usage: 'search', isPermitted: policy.search, isPriced: isPriced(policy, 'search') },
    { usage: 'ai-input', isPermitted: policy.aiInput, isPriced: isPriced(policy, 'answers') },
    { usage: 'ai-train', isPermitted: policy.aiTrain, isPriced: isPriced(policy, 'training') },
  ];
  const named = (which: (usage: (typeof usages)[number]) => boolean) =>
    usages.filter(which).map(({ usage }) => usage);
  const free = named(({ isPermitted, isPriced }) => isPermitted && !isPriced);
  const priced = named(({ isPermitted, isPriced }) => isPermitted && isPriced);
  const prohibited = named(({ isPermitted }) => !isPermitted);
  const prohibits = prohibited.length > 0 ? [usageElement('prohibits', prohibited)] : [];
  const payment = `<payment type="crawl">
        <amount currency="USD">${policy.price}</amount>
        <custom>${base}/x402</custom>
      </payment>`;
  const licenses = [
    ...(free.length > 0 || priced.length === 0
      ? [
          [
            ...(free.length > 0 ? [usageElement('permits', free)] : []),
            ...prohibits,
            '<payment type="free" />',
          ],
        ]
      : []),
    ...(priced.length > 0 ? [[usageElement('permits', priced), ...prohibits, payment]] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsl xmlns="https://rslstandard.org/rsl">
  <content url="/">
${licenses
  .map(
    (parts) => `    <license>
${parts.map((part) => `      ${part}`).join('\n')}
    </license>`,
  )
  .join('\n')}
    <terms>${base}/static/terms</terms>
  </content>
</rsl>
`;
}

const usageElement = (name: 'permits' | 'prohibits', usages: readonly Usage[]) =>
  `<${name} type="usage">${usages.join(' ')}</${name}>`;

/** Whether any crawler of the purpose has to pay for pages. */
const isPriced = (policy: CrawlerPolicy, purpose: 'search' | 'answers' | 'training'): boolean =>
  knownCrawlers.some((crawler) => crawler.purpose === purpose && accessFor(policy, crawler) === 'price');
