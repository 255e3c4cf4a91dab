import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { TextRule } from '../words/text-rule.ts';
import type { Rule } from '../verdict.ts';

/** The rule for the operator's list of words and link domains. */
export const listed: Rule = {
  name: 'list',
  judge(_, { matches }) {
    const refused = matches.find(({ outcome }) => outcome === 'refuse');
    if (refused) return { outcome: 'refuse', problem: invalid(refused.field, refusal(refused)) };
    const [held] = matches;
    return held && { outcome: 'hold', detail: `“${held.pattern}” is on the list of ${nouns[held.kind]}` };
  },
};

const nouns = { word: 'words', part: 'parts of words', domain: 'domains' } as const;

const refusal = ({ kind, pattern }: TextRule) =>
  kind === 'domain'
    ? t('Links to {pattern} are not allowed here', { pattern })
    : t('“{pattern}” is not allowed here', { pattern });
