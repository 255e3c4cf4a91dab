import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { icon } from '../../../web/components/icon.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { FirstSteps } from '../first-steps.ts';

/** Three onboarding steps above a new member's feed, each with its own page. False when all are done. */
export function firstStepsCard({ hasPicture, hasBiography, followsSomebody }: FirstSteps): Html | false {
  const steps = [
    [hasPicture, t('Add a profile picture'), '/welcome'],
    [hasBiography, t('Introduce yourself'), '/welcome/about'],
    [followsSomebody, t('Follow people'), '/welcome/people'],
  ] as const;
  if (steps.every(([isDone]) => isDone)) return false;
  return card({
    title: t('Get started'),
    actions: buttonForm({ to: '/welcome/finish', label: t('Hide'), kind: 'plain', small: true }),
    body: html`<ul class="first-steps">
      ${steps.map(
        ([isDone, label, href]) =>
          html`<li>
            ${isDone ? icon('circle-check', t('Done')) : icon('circle-dashed')}
            ${isDone ? label : html`<a class="link" href="${href}">${label}</a>`}
          </li>`,
      )}
    </ul>`,
  });
}
