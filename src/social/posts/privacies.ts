/** Who may read a post, as people choose it. The first is what a form begins with. */
export const privacies = [
  { value: 'public', label: 'Public' },
  { value: 'friends', label: 'Friends' },
  { value: 'me', label: 'Only me' },
] as const;
