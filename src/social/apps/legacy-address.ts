/**
 * Rewrites the URLs of older clients, which name the operation in the query: `/api?do=oauth&app_id=…` becomes
 * `/api/oauth?app_id=…`.
 */
export function legacyAddress(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  if (path !== '/api' && path !== '/api/') return address;
  const given = new URLSearchParams(query);
  const operation = given.get('do');
  if (operation === null || !/^(oauth|authorize|get_user_info)$/.test(operation)) return address;
  given.delete('do');
  return given.size === 0 ? `/api/${operation}` : `/api/${operation}?${given.toString()}`;
}
