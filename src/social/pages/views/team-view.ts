import { t } from '../../../web/translation/translate.ts';
import { badge, card, emptyState, pageHeader, day } from '../../../web/components/surfaces.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { personRow, stack } from '../../../web/components/people.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/app.ts';
import type { Person } from '../../people/person.ts';
import { mayManage, pathOfPage, roles } from '../../access/page.ts';
import type { Role, SocialPage, TeamMember } from '../../access/page.ts';
import { pageTabs } from './page-header.ts';

/** The role of a team member, for display. */
export const pageRoleNames = (): Readonly<Record<Role | 'owner', string>> => ({
  owner: t('Owner'),
  admin: t('Admin'),
  editor: t('Editor'),
  moderator: t('Moderator'),
});

const hints = (): Readonly<Record<Role, string>> => ({
  admin: t('can do everything except transfer the page'),
  editor: t('can post as the page'),
  moderator: t('can moderate comments'),
});

/** The team of a page. */
export function pageTeamView(
  page: SocialPage,
  team: readonly TeamMember[],
  viewer: Viewer,
  state: FormState,
): View {
  const bound = bind(state);
  return {
    title: t('The team of {title}', { title: page.title }),
    section: 'pages',
    body: html`${pageHeader({ title: t('The team of {title}', { title: page.title }) })}
    ${pageTabs(page, 'team')}
    ${card({
      flush: true,
      body: stack(
        team.map((member) =>
          personRow({
            person: member.person,
            href: `/@${member.person.username}`,
            detail: html`${badge(pageRoleNames()[member.role])} since ${day(member.since)}`,
            actions: acts(page, member, viewer),
          }),
        ),
        t('Team'),
      ),
    })}
    ${
      mayManage(page) &&
      card({
        title: t('Add a member'),
        lead: t('They’ll be notified and can leave.'),
        body: form({
          action: `${pathOfPage(page)}/team`,
          submit: t('Add'),
          state,
          body: html`<input type="hidden" name="do" value="add" />
            ${textField({ ...bound('username'), label: t('Username'), prefix: '@', maxlength: 60, autocomplete: 'off', mono: true })}
            ${selectField({
              ...bound('role'),
              label: t('Role'),
              value: state.values?.role ?? 'editor',
              choices: roles.map((role) => ({
                value: role,
                label: `${pageRoleNames()[role]}: ${hints()[role]}`,
              })),
            })}`,
        }),
      })
    }`,
  };
}

function acts(page: SocialPage, { person, role }: TeamMember, viewer: Viewer): Html | false {
  const to = `${pathOfPage(page)}/team`;
  if (role === 'owner') return false;
  if (person.id === viewer.id)
    return buttonForm({
      to,
      label: t('Leave'),
      small: true,
      fields: { do: 'leave' },
      confirm: t('Leave the team of {title}?', { title: page.title }),
    });
  if (!mayManage(page)) return false;
  const others = roles.filter((each) => each !== role);
  return menu({
    label: t('Role of {name}', { name: person.name }),
    items: html`${others.map((each) =>
      menuButton({
        label: t('Change role to {each}', { each }),
        to,
        fields: { do: 'add', username: person.username, role: each },
      }),
    )}
    ${
      page.role === 'owner' &&
      role === 'admin' &&
      menuButton({
        label: t('Transfer page'),
        to,
        fields: { do: 'give', user_id: person.id },
        confirm: t('Transfer {title} to {name}? You stay an admin.', {
          title: page.title,
          name: person.name,
        }),
      })
    }
    ${menuButton({
      label: t('Remove from team'),
      to,
      fields: { do: 'remove', user_id: person.id },
      danger: true,
      confirm: t('Remove {name} from the team?', { name: person.name }),
    })}`,
  });
}

/** Friends to invite to like a page. */
export function inviteView(
  page: SocialPage,
  { people, hasMore }: { people: readonly Person[]; hasMore: boolean },
  number: number,
): View {
  const here = `${pathOfPage(page)}/invite`;
  return {
    title: t('Invite friends to {title}', { title: page.title }),
    section: 'pages',
    body: html`${pageHeader({
      title: t('Invite friends'),
      lead: html`To like <a class="link" href="${pathOfPage(page)}">${page.title}</a>. Each friend can be
        invited once.`,
    })}
    ${
      people.length > 0
        ? card({
            flush: true,
            body: stack(
              people.map((person) =>
                personRow({
                  person,
                  href: `/@${person.username}`,
                  actions: buttonForm({
                    to: here,
                    label: t('Invite'),
                    small: true,
                    fields: { user_id: person.id },
                    data: { 'aria-label': t('Invite {name}', { name: person.name }) },
                  }),
                }),
              ),
              t('Friends'),
            ),
          })
        : card({
            body: emptyState({
              illustration: 'quiet',
              title: t('No friends to invite'),
              text: t('Your friends already like it or were invited.'),
            }),
          })
    }
    ${olderNewer({ newer: number > 0 && `${here}?page=${number - 1}`, older: hasMore && `${here}?page=${number + 1}` })}`,
  };
}
