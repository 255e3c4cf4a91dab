import { Type } from 'typebox';
import { operations, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { formatNumber, t } from '../../web/translation/translate.ts';
import { card, emptyState, table } from '../../web/components/surfaces.ts';
import { checkbox } from '../../web/components/fields/choice-field.ts';
import { form } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { unsubscribePages } from '../unsubscribe-pages.ts';
import { chooseTeamDigest, endTeamDigest, hasTeamDigest, parseTeamDigestToken } from './team-digest.ts';
import { moderationPage } from './views/numbers-view.ts';
import { mostReportedLines, waitingRows, weekRows } from './views/team-digest-mail.ts';
import { getWeeklyFigures, isQuiet, mondayOf, type WeeklyFigures } from './weekly-figures.ts';

const moderator = pagesFor('moderator');
const path = '/moderation/digest';

export const teamDigestPages = [
  moderator.get({
    path,
    handle: async ({ app, viewer }) =>
      digestView(await getWeeklyFigures(app, mondayOf(app.clock.now())), await hasTeamDigest(app, viewer)),
  }),
  moderator.post({
    path,
    verb: chooseTeamDigest,
    body: Type.Object({ on: Type.Optional(Type.String({ maxLength: 10 })) }),
    handle: async ({ app, viewer, body }) => {
      await chooseTeamDigest(app, viewer, body.on === 'on');
      return redirect(path, { kind: 'success', text: t('Saved') });
    },
  }),
  ...unsubscribePages({
    path: `${path}/unsubscribe`,
    end: endTeamDigest,
    check: parseTeamDigestToken,
    lead: () => t('You will no longer get the digest of moderators.'),
    link: () => ({ label: t('Go to moderation'), href: path }),
  }),
];

const moderatorApi = operations('Moderation', 'moderator');
const Choice = Type.Object({ on: Type.Boolean() });

export const teamDigestRoutes = [
  moderatorApi.get({
    path: '/apis/php/moderation/digest',
    summary: 'Get whether you get the weekly digest of moderators',
    description: 'Extension. For moderators.',
    returns: Envelope(Choice),
    handle: async ({ app, viewer }) => ({ data: { on: await hasTeamDigest(app, viewer) } }),
  }),
  moderatorApi.post({
    path: '/apis/php/moderation/digest',
    verb: chooseTeamDigest,
    summary: 'Choose whether you get the weekly digest of moderators',
    description: 'Extension. For moderators. By email on Mondays; none is sent about a week without events.',
    body: Choice,
    returns: Envelope(Choice),
    example: { on: false },
    handle: async ({ app, viewer, body }) => {
      await chooseTeamDigest(app, viewer, body.on);
      return { data: { on: body.on } };
    },
  }),
];

function digestView(figures: WeeklyFigures, isOn: boolean): View {
  const lines = mostReportedLines(figures);
  const waiting = waitingRows(figures).filter(({ n }) => n > 0);
  return moderationPage(
    t('Digest'),
    path,
    t('What the team did in the past week, from Monday to Sunday (UTC).'),
    html`${card({
      title: t('The past week'),
      body: isQuiet(figures)
        ? emptyState({
            illustration: 'quiet',
            title: t('Nothing happened'),
            text: t('No digest is sent about a week like this.'),
          })
        : table({
            caption: t('The past week'),
            isCompact: true,
            rows: weekRows(figures),
            columns: [
              { label: t('Figure'), main: true, cell: ({ label }) => label },
              { label: t('Past week'), align: 'end', cell: ({ now }) => now },
              { label: t('Week before'), align: 'end', cell: ({ before }) => before },
            ],
          }),
    })}
    ${
      waiting.length > 0 &&
      card({
        title: t('Waiting now'),
        body: html`<ul class="question-titles">
          ${waiting.map(
            ({ label, n, href }) =>
              html`<li><a class="link" href="${href}">${label}: ${formatNumber(n)}</a></li>`,
          )}
        </ul>`,
      })
    }
    ${
      lines.length > 0 &&
      card({
        title: t('Most reported'),
        body: html`<ul class="question-titles">
          ${lines.map(
            ({ text, href }) =>
              html`<li>${href ? html`<a class="link" href="${href}">${text}</a>` : text}</li>`,
          )}
        </ul>`,
      })
    }
    ${card({
      title: t('By email'),
      body: form({
        action: path,
        submit: t('Save'),
        body: checkbox({
          name: 'on',
          label: t('Email me the digest on Mondays'),
          hint: t('None is sent about a week without events.'),
          checked: isOn,
        }),
      }),
    })}`,
  );
}
