export interface Route {
  /** Upper case. */
  readonly method: string;
  /** `/receivers/:receiverId`; exact otherwise: case and a trailing slash count. */
  readonly path: string;
}

/** The methods an address answers, HEAD wherever GET; undefined = there is no such address, a malformed escape included. */
export function methodsAt(routes: readonly Route[], path: string): readonly string[] | undefined {
  if (!isDecodable(path)) return undefined;
  const methods = routes.filter((route) => isAt(route.path, path)).map((route) => route.method);
  if (methods.length === 0) return undefined;
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

/** Whether a path is one of a route. */
export function isAt(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((segment, i) => (segment.startsWith(':') ? given[i] !== '' : segment === given[i]));
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
