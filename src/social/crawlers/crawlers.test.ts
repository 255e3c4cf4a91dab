import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { CrawlerPolicy, robotsText } from './crawlers.ts';

interface Robots {
  isAllowed(url: string, agent: string): boolean | undefined;
  getSitemaps(): string[];
}
const robotsParser = createRequire(import.meta.url)('robots-parser') as (url: string, text: string) => Robots;

const base = 'https://plaza.example';
const policy = Value.Create(CrawlerPolicy);
const read = (text: string) => robotsParser(`${base}/robots.txt`, text);

test('robots may read public pages but no private ones', () => {
  const robots = read(robotsText(policy, base));
  for (const path of ['/', '/articles/1/tea', '/@ada', '/citations', '/assets/main.css'])
    assert.equal(robots.isAllowed(base + path, 'Googlebot'), true, path);
  for (const path of ['/settings', '/operator/people', '/search?q=a', '/moderation'])
    assert.equal(robots.isAllowed(base + path, 'GPTBot'), false, path);
  assert.deepEqual(robots.getSitemaps(), [`${base}/sitemap.xml`]);
});

test('a disallowed crawler may read nothing, while others are unaffected', () => {
  const robots = read(robotsText({ ...policy, rules: { GPTBot: 'refused', CCBot: 'same' } }, base));
  assert.equal(robots.isAllowed(`${base}/`, 'GPTBot'), false);
  assert.equal(robots.isAllowed(`${base}/`, 'CCBot'), true);
});

test('content signals are in the group of their crawler', () => {
  const text = robotsText({ ...policy, rules: { GPTBot: 'open', ClaudeBot: 'reading' } }, base);
  assert.match(text, /User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=no\n/);
  assert.match(text, /User-agent: GPTBot\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\n/);
  assert.match(text, /User-agent: ClaudeBot\nContent-Signal: search=yes, ai-input=yes, ai-train=no\n/);
  assert.equal(read(text).isAllowed(`${base}/settings`, 'GPTBot'), false);
});

test('appends the operator’s own lines', () => {
  const robots = read(robotsText({ ...policy, extra: 'User-agent: OddBot\nDisallow: /' }, base));
  assert.equal(robots.isAllowed(`${base}/`, 'OddBot'), false);
  assert.equal(robots.isAllowed(`${base}/`, 'Bingbot'), true);
});

test('names the well-known crawlers of AI services, each in one group', () => {
  const text = robotsText({ ...policy, rules: { GPTBot: 'refused' } }, base);
  for (const agent of [
    'GPTBot',
    'OAI-SearchBot',
    'ChatGPT-User',
    'ClaudeBot',
    'Claude-User',
    'PerplexityBot',
    'Google-Extended',
    'Applebot-Extended',
    'CCBot',
    'Bytespider',
    'Meta-ExternalAgent',
    'MistralAI-User',
  ])
    assert.equal(text.split(`User-agent: ${agent}\n`).length, 2, agent);
  assert.equal(read(text).isAllowed(`${base}/`, 'ClaudeBot'), true);
  assert.equal(read(text).isAllowed(`${base}/settings`, 'ClaudeBot'), false);
});
