import { msg } from '../../kernel/message.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import { page, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import {
  type CrawlerRule,
  crawlerRules,
  fieldOf,
  getCrawlerPolicy,
  knownCrawlers,
  robotsText,
  updateCrawlerPolicy,
} from './crawlers.ts';
import { crawlersView } from './views.ts';

const anyone = pagesFor('anyone');
const operator = pagesFor('operator');
const Switch = Type.Optional(Type.Literal('on'));
const rules = Object.fromEntries(
  knownCrawlers.map(({ agent }) => [fieldOf(agent), Type.Enum([...crawlerRules], { default: 'same' })]),
);

async function show(app: App, state?: FormState) {
  const policy = await getCrawlerPolicy(app);
  return crawlersView(policy, robotsText(policy, app.config.plazaUrl), state);
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
  page({ method: 'GET', path: '/operator/crawlers', access: 'operator', handle: ({ app }) => show(app) }),
  operator.post({
    path: '/operator/crawlers',
    verb: updateCrawlerPolicy,
    body: Type.Object({
      search: Switch,
      aiInput: Switch,
      aiTrain: Switch,
      extra: Type.String({ maxLength: 10_000, default: '' }),
      ...rules,
    }),
    handle: async ({ app, viewer, body }) => {
      const given = new Map<string, unknown>(Object.entries(body));
      const ruleOf = (agent: string): CrawlerRule =>
        crawlerRules.find((rule) => rule === given.get(fieldOf(agent))) ?? 'same';
      const policy = {
        search: body.search === 'on',
        aiInput: body.aiInput === 'on',
        aiTrain: body.aiTrain === 'on',
        extra: checkLines(body.extra),
        rules: Object.fromEntries(knownCrawlers.map(({ agent }) => [agent, ruleOf(agent)])),
      };
      await updateCrawlerPolicy(app, viewer, policy);
      return redirect('/operator/crawlers', { kind: 'success', text: t('Saved') });
    },
    again: ({ app, body }, problem) => show(app, refused(body, problem)),
  }),
];
