import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { card } from '../../../web/components/card.ts';
import { checkbox, selectField } from '../../../web/components/fields/choice-field.ts';
import { icon } from '../../../web/components/icon.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { shortName, type Link } from '../../record/link.ts';
import { deviceNames } from '../../redirect/visitor/device-name.ts';
import type { Explanation, Step } from '../../redirect/targeting/explain.ts';
import { countryNames } from '../country-names.ts';
import { deviceTitles, languages } from './builder-targets.ts';

interface TryPage {
  hopUrl: string;
  link: Link;
  /** Form state of the hypothetical visitor. */
  state: FormState;
  explanation: Explanation | undefined;
}

/**
 * Shows what a visitor would get and why, so that targeting can be tested without matching its conditions.
 */
export function targetingTestView({ hopUrl, link, state, explanation }: TryPage): View {
  const name = shortName({ hopUrl }, link);
  return {
    title: t('Test redirect: {name}', { name }),
    section: 'links',
    body: html`${pageHeader({
      title: t('Test redirect'),
      lead: t('See where a visitor would be redirected. Tests are not counted.'),
      above: breadcrumbs([
        { label: t('Links'), href: '/dashboard' },
        { label: name, href: `/dashboard/links/${link.id}` },
        { label: t('Test redirect') },
      ]),
    })}
    ${card({ body: question(link, state) })}
    ${explanation && html`${notice({ tone: 'accent', title: t('Result'), body: answer(explanation) })} ${steps(explanation.steps)}`}`,
  };
}

function question({ id }: Link, state: FormState): Html {
  const field = bind(state);
  const ticked = (name: string, label: string) =>
    checkbox({ name, label, checked: state.values?.[name] !== undefined });
  return form({
    action: `/dashboard/links/${id}/try`,
    method: 'get',
    state,
    submit: t('Test'),
    body: html`<div class="builder-pairs">
        ${textField({ ...field('country'), label: t('Country'), required: false, list: 'countries', autocomplete: 'off' })}
        ${textField({ ...field('region'), label: t('Region'), required: false, autocomplete: 'off' })}
        ${selectField({
          ...field('device'),
          label: t('Device'),
          empty: t('Unknown'),
          choices: deviceNames.map((device) => ({ value: device, label: deviceTitles()[device] })),
        })}
        ${selectField({ ...field('language'), label: t('Language'), empty: t('Unknown'), choices: languages() })}
        ${textField({ ...field('at'), label: t('When (UTC)'), required: false, type: 'datetime-local' })}
        ${textField({ ...field('draw'), label: t('Random number (0 to 99)'), required: false, type: 'number', min: 0, max: 99 })}
        ${textField({ ...field('query'), label: t('Query string'), required: false, placeholder: '?ref=poster', autocomplete: 'off' })}
      </div>
      ${ticked('previewer', t('Preview bot, such as a social network'))}
      ${ticked('unlocked', t('Knows the password'))}
      <datalist id="countries">
        ${countryNames().map((name) => html`<option value="${name}"></option>`)}
      </datalist>`,
  });
}

const answer = ({ steps }: Explanation): Html => {
  const last = steps.at(-1);
  return html`<p class="try-answer">${last?.note}</p>`;
};

const steps = (all: readonly Step[]): Html =>
  html`<h2>Reason</h2>
    ${card({
      flush: true,
      body: html`<ol class="try-steps">
        ${all.map(
          ({ title, won, note }) =>
            html`<li data-won="${won}">
              ${icon(won ? 'check' : 'minus')}
              <div>
                <p><b>${title}</b> ${won && badge(t('Matched'), 'success')}</p>
                <p class="field-hint">${note}</p>
              </div>
            </li>`,
        )}
      </ol>`,
    })}`;
