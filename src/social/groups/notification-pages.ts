import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { card, timeText } from '../../web/components/surfaces.ts';
import { radioGroup, selectField } from '../../web/components/fields/choice-field.ts';
import { bind, form, type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { type Group, type GroupLevel, groupLevels, pathOfGroup, refuseOutsiders } from '../access/group.ts';
import { getGroup } from './groups.ts';
import { muteLengths, setGroupNotifications } from './notifications.ts';
import { groupTop, section } from './views.ts';

const levels = (): Readonly<Record<GroupLevel, { label: string; hint: string }>> => ({
  all: { label: t('All posts'), hint: t('Each new post notifies you.') },
  highlights: {
    label: t('Highlights'),
    hint: t('Announcements, and posts by people you follow and your friends.'),
  },
  mentions: { label: t('Mentions'), hint: t('When someone mentions, answers or reacts to you.') },
  none: { label: t('None'), hint: t('Nothing that is written in the group notifies you.') },
});

function notificationsOfGroupView(group: Group, state: FormState = {}): View {
  const { level, mutedUntil } = group.notifications;
  const field = bind(state);
  return {
    title: t('Notifications of {title}', { title: group.title }),
    section,
    body: html`${groupTop(group, 'notifications')}
    ${card({
      title: t('Notifications'),
      ...(mutedUntil && { lead: t('Muted until {time} (UTC).', { time: timeText(mutedUntil) }) }),
      body: form({
        action: `${pathOfGroup(group)}/notifications`,
        submit: t('Save changes'),
        state,
        body: html`${radioGroup({
          name: 'level',
          label: t('What notifies you'),
          value: state.values?.level ?? level,
          error: state.errors?.level,
          choices: groupLevels.map((value) => ({ value, ...levels()[value] })),
        })}
        ${selectField({
          ...field('mute'),
          label: t('Mute'),
          hint: t('A muted group does not notify you at all.'),
          empty: mutedUntil ? t('As before') : t('Not muted'),
          choices: muteLengths.map((hours) => ({ value: String(hours), label: nameOf(hours) })),
        })}`,
      }),
    })}`,
  };
}

const nameOf = (hours: (typeof muteLengths)[number]): string =>
  hours === 0
    ? t('End the mute')
    : hours < 24
      ? t('{count, plural, one {# hour} other {# hours}}', { count: hours })
      : t('{count, plural, one {# day} other {# days}}', { count: hours / 24 });

async function show(app: App, viewer: Viewer, id: string, state?: FormState): Promise<View> {
  const group = await getGroup(app, viewer, id);
  refuseOutsiders(group);
  return notificationsOfGroupView(group, state);
}

const member = pagesFor('member');

export const groupNotificationPages = [
  member.get({
    path: '/groups/:id/notifications',
    params: ById,
    handle: ({ app, viewer, params }) => show(app, viewer, params.id),
  }),
  member.post({
    path: '/groups/:id/notifications',
    verb: setGroupNotifications,
    params: ById,
    body: Type.Object({
      level: Type.String({ maxLength: 20, default: '' }),
      mute: Type.String({ maxLength: 5, pattern: '^\\d*$', default: '' }),
    }),
    handle: async ({ app, viewer, params, body }) => {
      await setGroupNotifications(app, viewer, params.id, {
        level: body.level,
        muteFor: body.mute === '' ? undefined : Number(body.mute),
      });
      return redirect(pathOfGroup(params), { kind: 'success', text: t('Saved') });
    },
    again: ({ app, viewer, params, body }, problem) => show(app, viewer, params.id, refused(body, problem)),
  }),
];
