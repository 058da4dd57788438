// Finds the licences of the production packages, and decides whether the service may be distributed with them.

/** Permissive licences, which require only their text and notice. OFL-1.1, for typefaces, also forbids selling a typeface on its own. */
export const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
]);

/** An entry of `packages` in package-lock.json. */
export interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

/** The licence fields of a package.json: an SPDX expression, or the list form from before 2014. */
export interface Manifest {
  readonly license?: unknown;
  readonly licenses?: unknown;
}

/** Returns the paths, `node_modules/…`, of the packages that `npm ci --omit=dev` installs. */
export const productionPaths = (packages: Readonly<Record<string, LockedPackage>>): string[] =>
  Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path);

/** Returns `MIT`, `(MIT OR Apache-2.0)`; undefined when the package states no licence. */
export function licenceOf({ license, licenses }: Manifest): string | undefined {
  const stated: readonly unknown[] = Array.isArray(licenses) ? licenses : [license];
  const names = stated.map((each) => (typeof each === 'string' ? each : (each as { type?: unknown } | null)?.type));
  return names.length > 0 && names.every((name) => typeof name === 'string') ? names.join(' OR ') : undefined;
}

/** True for an allowed expression. Of licences joined by OR one must be allowed, of licences joined by AND all. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => ALLOWED.has(name.trim())));

/** An entry of the list of packages in the console's page, dist/apps/console/licences.json. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
}

export interface InstalledPackage {
  readonly path: string;
  readonly version: string;
  readonly licence: string | undefined;
}

/** Returns one line for each package whose licence is unknown or not allowed. */
export const licenceFaults = (packages: readonly InstalledPackage[]): string[] =>
  packages
    .filter(({ licence }) => licence === undefined || !isAllowed(licence))
    .map(({ path, version, licence }) => `${path} ${version}: ${licence ?? 'states no licence'}`);

export const bundledPackage = ({ name, version, identifier }: BundledPackage): InstalledPackage => ({
  path: `console: ${name}`,
  version,
  licence: identifier,
});
