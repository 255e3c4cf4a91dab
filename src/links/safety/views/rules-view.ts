import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { settingOf } from '../assessment/assess.ts';
import type { RuleSetting } from '../assessment/rule.ts';
import { rules } from '../lists/rules.ts';
import { operatorView } from './operator-frame.ts';

type NamedRule = keyof ReturnType<typeof rules>;

/** The rules and their settings. */
export const rulesView = (settings: readonly RuleSetting[], state: FormState = {}): View =>
  operatorView(
    t('Rules'),
    '/operator/rules',
    t('Checks for new links and changed destinations, and what happens on a match.'),
    html`${(Object.keys(rules()) as NamedRule[]).map((name) =>
      ruleCard(name, settings, state.values?.rule === name ? state : {}),
    )}`,
  );

function ruleCard(name: NamedRule, settings: readonly RuleSetting[], state: FormState): Html {
  const { title, about, threshold, check } = rules()[name];
  const current = settingOf(name, { settings });
  const choices = [
    { value: 'hold', label: t('Warn visitors until reviewed') },
    { value: 'allow', label: t('Ignore') },
    ...(check ? [{ value: 'refuse', label: t('Reject') }] : []),
  ];
  return card({
    title,
    lead: about,
    body: form({
      action: '/operator/rules',
      state,
      body: html`<input type="hidden" name="rule" value="${name}" />
        <div class="more-fields">
          ${selectField({
            name: 'outcome',
            id: `outcome-${name}`,
            label: t('Matching links'),
            value: state.values?.outcome ?? current.outcome,
            error: state.errors?.outcome,
            choices,
          })}
          ${
            threshold &&
            textField({
              name: 'threshold',
              id: `threshold-${name}`,
              label: t('Threshold in {unit}', { unit: threshold.unit }),
              type: 'number',
              min: 1,
              max: 1000,
              value: state.values?.threshold ?? current.threshold,
              error: state.errors?.threshold,
            })
          }
        </div>
        <p>
          ${button({ label: t('Save'), busyLabel: t('Saving'), data: { 'aria-label': t('Save {title}', { title }) } })}
        </p>`,
    }),
  });
}
