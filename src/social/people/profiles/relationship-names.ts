import type { relationships } from '../../../identity/profile/change-about.ts';

/** What pages call how somebody lives with others. */
export const relationshipNames: Readonly<Record<(typeof relationships)[number], string>> = {
  single: 'Single',
  relationship: 'In a relationship',
  married: 'Married',
  complicated: 'It’s complicated',
  separated: 'Separated',
  divorced: 'Divorced',
  widowed: 'Widowed',
};
