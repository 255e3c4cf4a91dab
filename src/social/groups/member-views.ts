import { badge, card } from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { searchRow } from '../../web/components/fields/search-row.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { personRow, stack } from '../../web/components/people.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import type { NumberedPage } from '../../platform/database/queries.ts';
import { groupRoles, isAbove, mayManageGroup, mayModerateGroup, pathOfGroup } from '../access/group.ts';
import type { Group } from '../access/group.ts';
import { longestJoinReason } from './membership.ts';
import type { GroupMember } from './people.ts';
import { groupTop, groupRoleNames, section } from './views.ts';

/** The members of a group, with what the viewer's role lets them do. */
export function groupMembersView(
  group: Group,
  { items, hasMore }: NumberedPage<GroupMember>,
  { q = '', page = 0 }: { q?: string | undefined; page?: number | undefined },
): View {
  const here = `${pathOfGroup(group)}/members`;
  const to = (page: number) => `${here}?${new URLSearchParams({ q, page: String(page) })}`;
  return {
    title: t('Members of {title}', { title: group.title }),
    section,
    body: html`${groupTop(group, 'members')}
    ${searchRow({ action: here, label: t('Search members'), q, maxlength: 200 })}
    ${
      items.length > 0
        ? card({
            flush: true,
            body: stack(
              items.map((member) => memberRow(group, member)),
              t('Members'),
            ),
          })
        : card({ body: html`<p>${t('No members found.')}</p>` })
    }
    ${olderNewer({ newer: page > 0 && to(page - 1), older: hasMore && to(page + 1) })}`,
  };
}

const memberRow = (group: Group, { person, role }: GroupMember): Html =>
  personRow({
    person,
    href: `/@${person.username}`,
    badge: role !== 'member' && badge(groupRoleNames()[role], 'accent'),
    actions:
      mayModerateGroup(group) &&
      isAbove(group.role, role) &&
      linkButton({
        label: t('Manage'),
        href: `${pathOfGroup(group)}/members/${person.id}`,
        small: true,
        data: { 'aria-label': t('Manage {name}', { name: person.name }) },
      }),
  });

/** One member: role, removal and ban. */
export function groupMemberView(group: Group, { person, role }: GroupMember, state: FormState = {}): View {
  const here = `${pathOfGroup(group)}/members/${person.id}`;
  const roles = groupRoles.filter(
    (each) => isAbove(group.role, each) || (each === 'owner' && group.role === 'owner'),
  );
  return {
    title: person.name,
    section,
    body: html`${groupTop(group, 'members')}
    ${card({ flush: true, body: stack([personRow({ person, href: `/@${person.username}`, badge: badge(groupRoleNames()[role]) })]) })}
    ${
      mayManageGroup(group) &&
      card({
        title: t('Role'),
        body: form({
          action: `${here}/role`,
          submit: t('Save changes'),
          state: {},
          body: selectField({
            name: 'role',
            label: t('Role'),
            value: role,
            choices: roles.map((value) => ({ value, label: groupRoleNames()[value] })),
          }),
        }),
      })
    }
    ${card({
      title: t('Ban from the group'),
      danger: true,
      lead: t('They are removed and no longer see the group.'),
      body: form({
        action: `${here}/ban`,
        submit: t('Ban from the group'),
        submitKind: 'danger',
        confirm: t('Ban {name}?', { name: person.name }),
        state,
        body: html`${textField({
          ...bind(state)('reason'),
          label: t('Reason'),
          hint: t('Only the team of the group sees it.'),
          maxlength: longestJoinReason,
          required: false,
        })}
        ${selectField({
          name: 'days',
          label: t('Duration'),
          value: '',
          empty: t('Until it is lifted'),
          choices: lengths(),
        })}`,
      }),
    })}
    ${card({
      title: t('Remove from the group'),
      lead: t('They can join again.'),
      body: buttonForm({
        to: `${here}/remove`,
        label: t('Remove from the group'),
        icon: 'user-minus',
        confirm: t('Remove {name}?', { name: person.name }),
      }),
    })}`,
  };
}

const lengths = () =>
  [1, 7, 30, 365].map((value) => ({
    value: String(value),
    label: t('{count, plural, one {# day} other {# days}}', { count: value }),
  }));
