import { Type } from 'typebox';
import { settings } from '../../identity/components/settings-frame.ts';
import type { App } from '../../platform/app.ts';
import { operations, pagesFor } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { badge, card } from '../../web/components/surfaces.ts';
import { progressBar } from '../../web/components/charts/figures.ts';
import { icon } from '../../web/components/controls.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { asLabel, t } from '../../web/translation/translate.ts';
import { getTrustProgress, isDone, requirements, restrictedFrom, trustLevels, trustWords } from './trust.ts';
import type { Trust, TrustProgress, TrustStep } from './trust.ts';

const atFirst: TrustProgress = { trust: 'new', next: 'basic', steps: [] };

export const trustPages = [
  pagesFor('member').get({
    path: '/settings/trust',
    handle: async ({ app, viewer }) => trustView(app, (await getTrustProgress(app, viewer.id)) ?? atFirst),
  }),
];

export const trustRoutes = [
  operations('User and data', 'member').get({
    path: '/apis/php/user/trust',
    summary: 'Get your trust level',
    description:
      'Extension. With what is missing to the next level. Moderators see it too, nobody else does.',
    returns: Envelope(
      Type.Object({
        level: Type.Enum([...trustLevels]),
        next: Type.String({ description: 'The next level. Empty at the top' }),
        steps: Type.Array(
          Type.Object({
            name: Type.Enum(['age', 'approved', 'reactors', 'decisions'], {
              description:
                'Days since you registered, visible posts and comments, people who reacted to your newest posts, or decisions of moderators against you within 90 days',
            }),
            have: Type.Integer(),
            need: Type.Integer({ description: 'At least; of decisions at most' }),
            done: Type.Boolean(),
          }),
        ),
      }),
    ),
    handle: async ({ app, viewer }) => {
      const { trust, next = '', steps } = (await getTrustProgress(app, viewer.id)) ?? atFirst;
      return { data: { level: trust, next, steps: steps.map((step) => ({ ...step, done: isDone(step) })) } };
    },
  }),
];

const trustView = (app: Pick<App, 'config'>, progress: TrustProgress): View =>
  settings(
    t('Trust level'),
    '/settings/trust',
    html`${card({
      title: t('Your level: {level}', { level: asLabel(trustWords()[progress.trust]) }),
      lead: t('Only you and moderators see it. It rises by itself as you take part.'),
      body: nextLevel(progress),
    })}
    ${card({
      title: t('What each level allows'),
      body: html`<ol class="trust-levels">
        ${trustLevels.map(
          (level) =>
            html`<li>
              <h3>
                ${asLabel(trustWords()[level])}
                ${level === progress.trust && badge(t('Your level'), 'accent')}
              </h3>
              <p>${allowed(app, level)}</p>
              <p class="field-hint">${condition(level)}</p>
            </li>`,
        )}
      </ol>`,
    })}`,
  );

function nextLevel({ trust, next, steps }: TrustProgress): Html {
  if (next === undefined)
    return html`<p>
      ${
        trust === 'staff'
          ? t('Your level comes with your role.')
          : t('You are at the highest level that is reached by taking part.')
      }
    </p>`;
  return html`<h3>${t('To reach the level {level}', { level: asLabel(trustWords()[next]) })}</h3>
    <ul class="trust-steps">
      ${steps.map(
        (step) =>
          html`<li>
            ${
              step.name === 'decisions'
                ? html`<p>${icon(isDone(step) ? 'circle-check' : 'circle-alert')} ${labelOf(step)}</p>`
                : progressBar({ label: labelOf(step), value: Math.min(step.have, step.need), max: step.need })
            }
          </li>`,
      )}
    </ul>`;
}

function labelOf({ name, have, need }: TrustStep): string {
  switch (name) {
    case 'age':
      return t('Days since you registered: {have} of {need}', { have, need });
    case 'approved':
      return t('Visible posts and comments: {have} of {need}', { have, need });
    case 'reactors':
      return t('People who reacted to your newest posts: {have} of {need}', { have, need });
    case 'decisions':
      return t('Decisions of moderators against you within 90 days: {have}, at most {need}', { have, need });
  }
}

function allowed({ config }: Pick<App, 'config'>, level: Trust): string {
  const { POST_LIMIT: perHour, NEWCOMER_POST_LIMIT: perFive } = config;
  switch (level) {
    case 'restricted':
      return t('Every post with a link waits for a moderator. The limits of new members apply.');
    case 'new':
      return t(
        '{perFive} posts in five minutes. Posts with more than two links or five mentions wait for a moderator.',
        { perFive },
      );
    case 'basic':
      return t('{perHour} posts an hour, each with up to 20 links and 20 mentions.', { perHour });
    case 'known':
      return t('Your first posts are not reviewed, and you can post similar text in several places.');
    case 'trusted':
      return t('The spam filter does not check your posts.');
    case 'staff':
      return t('Only the limits and the list of words apply.');
  }
}

function condition(level: Trust): string {
  switch (level) {
    case 'restricted':
      return t('After {restrictedFrom} decisions of moderators against you within 90 days.', {
        restrictedFrom,
      });
    case 'new':
      return t('On the first day.');
    case 'basic':
      return t('After a day.');
    case 'known':
    case 'trusted': {
      const { age, approved, reactors } = requirements[level];
      const values = { age, approved, reactors };
      return level === 'known'
        ? t(
            'After {age} days, with {approved} posts or comments, reactions of {reactors} people, and no decision against you.',
            values,
          )
        : t(
            'After {age} days, with {approved} posts or comments, and reactions of {reactors} people; or if you are verified. No decision against you.',
            values,
          );
    }
    case 'staff':
      return t('Moderators and operators.');
  }
}
