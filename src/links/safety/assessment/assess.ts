import { rules } from '../lists/rules.ts';
import type { Facts, Finding } from './rule.ts';
import { hostAndAbove, type Target } from './target.ts';

type NamedRule = keyof ReturnType<typeof rules>;

/**
 * Returns what is wrong with a destination, worst first. The operator's lists take precedence over the rules,
 * and trusted domains pass.
 */
export function assess(target: Target, facts: Facts): Finding[] {
  const above = hostAndAbove(target.host);
  const isOn = (list: 'domain' | 'trusted') =>
    facts.entries.filter((entry) => entry.list === list && above.includes(entry.value));
  // The longest match wins, so a blocked subdomain of a trusted domain is blocked, and vice versa.
  const [longest] = [...isOn('domain'), ...isOn('trusted')].sort((a, b) => b.value.length - a.value.length);
  const keyword = facts.entries.filter(({ list }) => list === 'keyword');
  if (longest?.list === 'trusted') return [];
  const listed = [...(longest ? [longest] : []), ...keyword].map(({ outcome, value, reason }): Finding => ({
    rule: 'listed',
    outcome: outcome ?? 'hold',
    reason: { code: outcome === 'refuse' ? 'refused' : 'reviewed', values: { value }, comment: reason },
  }));
  const found = (Object.keys(rules()) as NamedRule[]).flatMap((rule) => ask(rule, target, facts));
  return [...listed, ...found].sort(
    (a, b) => Number(b.outcome === 'refuse') - Number(a.outcome === 'refuse'),
  );
}

function ask(rule: NamedRule, target: Target, facts: Facts): Finding[] {
  const { outcome, threshold } = settingOf(rule, facts);
  const reason = outcome === 'allow' ? undefined : rules()[rule].check?.(target, facts, threshold);
  return reason === undefined || outcome === 'allow' ? [] : [{ rule, outcome, reason }];
}

/** Returns the operator's setting of a rule, or else its default. */
export function settingOf(rule: NamedRule, { settings }: Pick<Facts, 'settings'>) {
  const said = settings.find((setting) => setting.rule === rule);
  return {
    outcome: said?.outcome ?? rules()[rule].outcome,
    threshold: said?.threshold ?? rules()[rule].threshold?.value ?? 1,
  };
}
