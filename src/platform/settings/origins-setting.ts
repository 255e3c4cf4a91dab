import { Type } from 'typebox';

/** Origins of browsers' scripts, as a setting. */
export const Origins = Type.String({
  description:
    'Origins whose scripts may call the APIs with cookies (comma-separated), such as https://app.example.org; others call without cookies',
  pattern: '^(https?://[^\\s,/?#]+(,https?://[^\\s,/?#]+)*)?$',
  default: '',
});
