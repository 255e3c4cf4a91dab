/**
 * Rewrites the URLs of older clients: those that name the operation in the query, `/api?do=oauth&app_id=…`, and
 * those that call it `/api/oauth2`. Both become `/api/oauth?app_id=…`.
 */
export function legacyAddress(address: string): string {
  if (address.startsWith('/api/oauth2')) return address.replace(/^\/api\/oauth2(?=[/?#]|$)/, '/api/oauth');
  const [path = '', query = ''] = address.split('?', 2);
  if (path !== '/api' && path !== '/api/') return address;
  const given = new URLSearchParams(query);
  const operation = given.get('do');
  if (operation === null || !/^(oauth2?|authorize|get_user_info)$/.test(operation)) return address;
  given.delete('do');
  const named = `/api/${operation === 'oauth2' ? 'oauth' : operation}`;
  return given.size === 0 ? named : `${named}?${given.toString()}`;
}
