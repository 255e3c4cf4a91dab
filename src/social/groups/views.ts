import { button, linkButton } from '../../web/components/controls.ts';
import { avatar, stack } from '../../web/components/people.ts';
import { badge, card, emptyState, pageHeader } from '../../web/components/surfaces.ts';
import { checkbox } from '../../web/components/fields/choice-field.ts';
import { composer } from '../../web/components/fields/composer.ts';
import { pictureTypes } from '../../web/components/fields/file-field.ts';
import { searchRow } from '../../web/components/fields/search-row.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { t, tc } from '../../web/translation/translate.ts';
import type { NumberedPage } from '../../platform/database/queries.ts';
import type { Viewer } from '../../platform/app.ts';
import { mayManageGroup, mayModerateGroup, pathOfGroup } from '../access/group.ts';
import type { Group, GroupKind, GroupRole } from '../access/group.ts';
import { postList } from '../posts/components/post-card.ts';
import { optionPart, postTools } from '../posts/components/post-options.ts';
import { longestWarning } from '../posts/new-post.ts';
import type { PageOfPosts } from '../posts/reading/lists.ts';
import { videoTypes } from '../posts/requests/post-form.ts';
import { maxTextLength, short } from '../text/plain.ts';
import { renderText } from '../text/render-text.ts';
import { type WantedGroups } from './groups.ts';
import { longestAnswer } from './membership.ts';

export const section = 'groups';

const kindNames = (): Readonly<Record<GroupKind, string>> => ({
  public: t('Public group'),
  closed: t('Closed group'),
  secret: t('Secret group'),
});

export const groupRoleNames = (): Readonly<Record<GroupRole, string>> => ({
  owner: t('Owner'),
  admin: t('Admin'),
  moderator: t('Moderator'),
  member: t('Member'),
});

const memberCount = (count: number): string =>
  t('{count, plural, one {# member} other {# members}}', { count });

/** Groups to find, or those of the viewer. */
export function groupsView(
  { items, hasMore }: NumberedPage<Group>,
  { list = 'all', q = '', page = 0 }: WantedGroups,
): View {
  const to = (page: number) => `/groups?${new URLSearchParams({ list, q, page: String(page) })}`;
  return {
    title: t('Groups'),
    section,
    body: html`${pageHeader({
      title: t('Groups'),
      lead: t('Post among people who share an interest.'),
      actions: linkButton({ label: t('New group'), href: '/groups/new', icon: 'plus', kind: 'primary' }),
    })}
    ${tabs(t('Groups'), [
      { label: t('All groups'), href: '/groups', current: list === 'all' },
      { label: t('Your groups'), href: '/groups?list=mine', current: list === 'mine' },
    ])}
    ${searchRow({ action: '/groups', label: t('Search groups'), q, maxlength: 200, hidden: { list } })}
    ${
      items.length > 0
        ? card({ flush: true, body: stack(items.map(groupRow), t('Groups')) })
        : card({
            body: emptyState({
              illustration: 'quiet',
              title: q === '' ? t('No groups yet') : t('No groups found'),
              text: q === '' ? t('Add a group, and invite people to it.') : t('Try other words.'),
            }),
          })
    }
    ${olderNewer({ newer: page > 0 && to(page - 1), older: hasMore && to(page + 1) })}`,
  };
}

const groupRow = (group: Group): Html =>
  html`<div class="person-row">
    ${pictureOf(group)}
    <div class="person-row-text">
      <p class="person-row-name">
        <a dir="auto" href="${pathOfGroup(group)}">${group.title}</a>
        ${group.kind !== 'public' && badge(kindNames()[group.kind])}
        ${group.role !== null && badge(groupRoleNames()[group.role], 'accent')}
      </p>
      <p class="person-row-detail" dir="auto">${short(group.about, 200)}</p>
      <p class="person-row-detail">${memberCount(group.members)}</p>
    </div>
  </div>`;

const pictureOf = ({ id, title, picture }: Group): Html => avatar({ id, name: title, picture });

export type GroupTab = 'posts' | 'about' | 'members' | 'notifications' | 'manage';

/** Heading and tabs of a group, for those who read it. */
export function groupTop(group: Group, current: GroupTab): Html {
  const here = pathOfGroup(group);
  const tab = (key: GroupTab, label: string, path: string) => ({
    label,
    href: `${here}${path}`,
    current: key === current,
  });
  const isMember = group.role !== null;
  return html`${pageHeader({
    above: html`<p><a href="/groups">${t('Groups')}</a></p>
      ${avatar({ id: group.id, name: group.title, picture: group.portrait ?? group.picture }, 'huge')}`,
    title: group.title,
    lead: `${kindNames()[group.kind]} · ${memberCount(group.members)}`,
    actions: html`${group.chatId !== null && linkButton({ label: t('Chat'), href: `/messages/${group.chatId}`, icon: 'message-circle' })}
    ${isMember && linkButton({ label: t('Notifications'), href: `${here}/notifications`, icon: 'bell' })}
    ${isMember && group.role !== 'owner' && leaveButton(group)}`,
  })}
  ${tabs(group.title, [
    ...(group.kind === 'public' || isMember ? [tab('posts', t('Posts'), '')] : []),
    tab('about', t('About'), '/about'),
    ...(isMember ? [tab('members', t('Members'), '/members')] : []),
    ...(group.kind === 'public' || isMember
      ? [{ label: tc('event', 'Events'), href: `/events?group=${group.id}`, current: false }]
      : []),
    ...((group.hasNewsletter && (group.kind === 'public' || isMember)) || mayManageGroup(group)
      ? [
          {
            label: t('Newsletter'),
            href: `/newsletters${group.hasNewsletter ? '' : '/new'}?group=${group.id}`,
            current: false,
          },
        ]
      : []),
    ...(current === 'notifications' ? [tab('notifications', t('Notifications'), '/notifications')] : []),
    ...(mayModerateGroup(group) ? [tab('manage', t('Manage'), '/manage')] : []),
  ])}`;
}

const leaveButton = (group: Group): Html =>
  buttonForm({
    to: `${pathOfGroup(group)}/leave`,
    label: t('Leave group'),
    icon: 'log-out',
    confirm: t('Leave {title}?', { title: group.title }),
  });

interface GroupContext {
  viewer: Viewer;
  base: string;
}

/** The posts of a group, with its composer for members. */
export function groupView(
  group: Group,
  posts: PageOfPosts,
  context: GroupContext,
  { isFirst, state }: { isFirst: boolean; state?: FormState },
): View {
  return {
    title: group.title,
    section,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${groupTop(group, 'posts')}
    ${isFirst && (group.role === null ? joinCard(group) : compose(group, context.viewer, state))}
    ${postList(
      posts,
      { ...context, isInGroup: true },
      {
        label: t('Posts'),
        empty: emptyState({
          illustration: 'posts',
          title: t('No posts yet'),
          text: t('Posts in this group appear here.'),
        }),
        older: (before) => `${pathOfGroup(group)}?before=${before}`,
        isFirst,
      },
    )}`,
  };
}

const compose = (group: Group, viewer: Viewer, state: FormState = {}): Html =>
  html`${composer({
      action: `${pathOfGroup(group)}/posts`,
      viewer,
      placeholder: t('Write to the group'),
      submit: tc('button', 'Post'),
      maxlength: maxTextLength,
      accept: pictureTypes,
      video: videoTypes,
      files: true,
      describe: true,
      tools: postTools(state, 'warning'),
      extras: optionPart(
        'warning',
        textField({
          ...bind(state)('warning'),
          label: t('Content warning'),
          maxlength: longestWarning,
          required: false,
        }),
      ),
      state,
    })}
    <p class="button-row">
      ${linkButton({ label: t('Write an article'), href: `/articles/new?group=${group.id}`, icon: 'newspaper', small: true })}
      ${linkButton({ label: t('Ask a question'), href: `/questions/new?group=${group.id}`, icon: 'circle-question-mark', small: true })}
    </p>`;

/** What a group is about, its rules, and how to join it. */
export const aboutGroupView = (group: Group, state: FormState = {}): View => ({
  title: t('About {title}', { title: group.title }),
  section,
  head: html`<meta name="robots" content="noindex" />`,
  body: html`${groupTop(group, 'about')} ${aboutCards(group)} ${group.role === null && joinCard(group, state)}`,
});

const aboutCards = ({ about, rules }: Group): Html =>
  html`${card({
    title: t('About'),
    body: about === '' ? html`<p>${t('No description yet.')}</p>` : renderText(about, new Map()),
  })}
  ${rules !== '' && card({ title: t('Rules'), body: renderText(rules, new Map()) })}`;

/** `token`: of an invitation, which needs no request. */
function joinCard(group: Group, state: FormState = {}, token?: string): Html {
  const here = pathOfGroup(group);
  if (group.isRequested && token === undefined)
    return card({
      title: t('Your request to join is waiting'),
      body: buttonForm({ to: `${here}/leave`, label: t('Cancel request') }),
    });
  if (group.plan && !group.plan.isPaid)
    return card({
      title: t('Paid group'),
      lead: t('Members subscribe to “{title}”.', { title: group.plan.title }),
      body: linkButton({ label: t('View plan'), href: `/subscribe/${group.plan.id}`, kind: 'primary' }),
    });
  const asks = group.kind === 'closed' && token === undefined;
  return card({
    title: asks ? t('Request to join') : t('Join group'),
    body: form({
      action: token === undefined ? `${here}/join` : `/groups/join/${token}`,
      state,
      body: html`${
        asks &&
        group.questions.map((question, at) =>
          textArea({
            ...bind(state)(`answer${at + 1}`),
            label: question,
            rows: 2,
            maxlength: longestAnswer,
            required: true,
          }),
        )
      }
      ${
        group.rules !== '' &&
        checkbox({
          name: 'accept',
          label: t('I accept the rules of the group'),
          checked: Boolean(state.values?.accept),
          error: state.errors?.accept,
        })
      }
      ${button({ label: asks ? t('Send request') : t('Join group'), icon: 'user-plus', kind: 'primary' })}`,
    }),
  });
}

export const invitedView = (group: Group, token: string, state: FormState = {}): View => ({
  title: t('Invitation to {title}', { title: group.title }),
  section,
  head: html`<meta name="robots" content="noindex" /><meta name="referrer" content="no-referrer" />`,
  body: html`${pageHeader({
    title: t('Invitation to {title}', { title: group.title }),
    lead: `${kindNames()[group.kind]} · ${memberCount(group.members)}`,
  })}
  ${aboutCards(group)} ${joinCard(group, state, token)}`,
});
