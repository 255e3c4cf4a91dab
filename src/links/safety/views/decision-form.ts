import { card } from '../../../web/components/card.ts';
import { radioGroup, type Choice } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { LinkReview } from '../reviews/read-link-review.ts';

/** What an operator may decide about a link, as its state allows. */
export function decisionForm(page: LinkReview & { state: FormState }): Html {
  const { link, domain, state } = page;
  const field = bind(state);
  const choices = choicesFor(page);
  return card({
    title: 'Decide',
    lead: 'This resolves open reports. Owners are notified.',
    body: form({
      action: `/operator/links/${link.id}`,
      state,
      submit: 'Apply decision',
      busyLabel: 'Applying',
      body: html`${radioGroup({ ...field('decision'), label: 'Decision', choices })}
      ${
        domain !== '' &&
        textField({
          ...field('domain'),
          label: 'Domain, if the decision is about a domain',
          required: false,
          hint: `${domain}, or a parent domain.`,
          value: state.values?.domain ?? domain,
          autocomplete: 'off',
          mono: true,
        })
      }
      ${textArea({
        ...field('reason'),
        label: 'Message to the owner',
        required: false,
        rows: 2,
        maxlength: 500,
      })}`,
    }),
  });
}

function choicesFor({ link, owner, domain }: LinkReview): Choice[] {
  const isFree = link.suspendedAt === null;
  const choices: (Choice | false)[] = [
    {
      value: 'keep',
      label: isFree && link.heldAt === null ? 'Cancel' : 'Release',
      hint: isFree ? 'It works without a warning.' : 'It works again.',
    },
    isFree && {
      value: 'suspend',
      label: 'Suspend link',
      hint: 'Visitors see that it was removed.',
    },
    domain !== '' && { value: 'suspend-domain', label: 'Suspend all links to the domain' },
    domain !== '' && {
      value: 'block-domain',
      label: 'Block the domain',
      hint: 'All links to it are suspended, and new ones are rejected.',
    },
    owner.suspendedAt === null
      ? {
          value: 'suspend-owner',
          label: `Suspend @${link.owner}`,
          hint: 'They cannot sign in, and their links stop working.',
        }
      : {
          value: 'reinstate-owner',
          label: `Reinstate @${link.owner}`,
          hint: 'With the links that were suspended with them.',
        },
  ];
  return choices.filter((choice) => choice !== false);
}
