import { card } from '../../../web/components/card.ts';
import { radioGroup, type Choice } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Dossier } from '../reviews/read-dossier.ts';

/** What an operator may decide about a link, as its state allows. */
export function decisionForm(page: Dossier & { state: FormState }): Html {
  const { link, domain, state } = page;
  const field = bind(state);
  const choices = choicesFor(page);
  return card({
    title: 'Decide',
    lead: 'Open reports are settled with it. Owners are told of what changes for them.',
    body: form({
      action: `/operator/links/${link.id}`,
      state,
      submit: 'Do this',
      busyLabel: 'Doing it',
      body: html`${radioGroup({ ...field('decision'), label: 'What is to become of it', choices })}
      ${
        domain !== '' &&
        textField({
          ...field('domain'),
          label: 'Which domain, if it is about the domain',
          required: false,
          hint: `${domain}, or one that it is below.`,
          value: state.values?.domain ?? domain,
          autocomplete: 'off',
          mono: true,
        })
      }
      ${textArea({
        ...field('reason'),
        label: 'Why, in words for its owner',
        required: false,
        rows: 2,
        maxlength: 500,
      })}`,
    }),
  });
}

function choicesFor({ link, owner, domain }: Dossier): Choice[] {
  const isFree = link.suspendedAt === null;
  const choices: (Choice | false)[] = [
    {
      value: 'keep',
      label: isFree && link.heldAt === null ? 'Cancel' : 'Release it',
      hint: isFree ? 'It leads on without a warning.' : 'It leads on again.',
    },
    isFree && {
      value: 'suspend',
      label: 'Suspend this link',
      hint: 'Visitors are told that it was taken down.',
    },
    domain !== '' && { value: 'suspend-domain', label: 'Suspend all links to the domain' },
    domain !== '' && {
      value: 'block-domain',
      label: 'Block the domain',
      hint: 'All links to it are suspended, and no new ones are taken.',
    },
    owner.suspendedAt === null
      ? {
          value: 'suspend-owner',
          label: `Suspend @${link.owner}`,
          hint: 'They cannot sign in, and none of their links leads on.',
        }
      : {
          value: 'reinstate-owner',
          label: `Reinstate @${link.owner}`,
          hint: 'With the links that were suspended with them.',
        },
  ];
  return choices.filter((choice) => choice !== false);
}
