import { Type } from 'typebox';

/** Setting for allowed CORS origins. */
export const Origins = Type.String({
  description:
    'Origins whose scripts can call the APIs with cookies (comma-separated), such as https://app.example.org. Scripts of other origins can only call without cookies',
  pattern: '^(https?://[^\\s,/?#]+(,https?://[^\\s,/?#]+)*)?$',
  default: '',
});
