// The links of a document lead to files of the repository. On the site they lead to pages, to published files, or to the code host.
import { posix } from 'node:path';

export interface Places {
  /** From the path in the repository to the name of the page. */
  readonly pages: ReadonlyMap<string, string>;
  /** From the path in the repository to the title of the page. It replaces the name of a file as the text of a link. */
  readonly titles: ReadonlyMap<string, string>;
  /** From the path in the repository to the path on the site, for files that the site publishes as they are. */
  readonly files: ReadonlyMap<string, string>;
  /** Where the repository can be read: `https://code.example/owner/name`. */
  readonly repository: string;
  /** The tag or commit of this site. */
  readonly ref: string;
  /** True for a path of the repository that is a folder. */
  readonly isFolder: (path: string) => boolean;
}

const FENCE = /(^```[^]*?^```)/m;
/** Where a link of Markdown or HTML leads, as written. */
export const LINK = /(?<=\]\()(?<link>[^)\s]+)(?=\))|(?<=\s(?:src|href|srcset)=")(?<attribute>[^"\s]+)(?=")/g;

/** A link whose text is the name of a file; the file is behind it. */
const NAMED_BY_FILE = /\[[\w./-]+\.md\](?=\((?<file>[^)\s#]+)(?:#[^)\s]*)?\))/g;

/**
 * Rewrites the links of a document outside its code.
 * @param file the path of the document in the repository
 */
export function rewriteLinks(markdown: string, file: string, places: Places): string {
  const page = places.pages.get(file);
  if (page === undefined) throw new Error(`${file} has no page`);
  const withTitles = (text: string): string =>
    text.replace(NAMED_BY_FILE, (whole, link: string) => {
      const title = places.titles.get(targetOf(link, file, places.repository) ?? '');
      return title === undefined ? whole : `[${title}]`;
    });
  const rewritten = (text: string): string =>
    text.replace(LINK, (link, _, attribute) => {
      const written = rewrite(link, { file, page }, places);
      // VitePress rewrites `.md` in links of Markdown only.
      return attribute === undefined ? written : written.replace(/^(\.[^#]*)\.md(?=#|$)/, '$1');
    });
  return markdown
    .split(FENCE)
    .map((part, index) => (index % 2 === 1 ? part : rewritten(withTitles(part))))
    .join('');
}

function rewrite(link: string, from: { file: string; page: string }, places: Places): string {
  const [path = '', anchor] = link.split('#');
  const target = targetOf(path, from.file, places.repository);
  if (target === undefined) return link;
  const after = anchor === undefined ? '' : `#${anchor}`;
  const name = places.pages.get(target) ?? places.pages.get(`${target}/README.md`);
  if (name !== undefined) return `${relative(from.page, `${name}.md`)}${after}`;
  const published = places.files.get(target);
  if (published !== undefined) return relative(from.page, published) + after;
  return `${places.repository}/${places.isFolder(target) ? 'tree' : 'blob'}/${places.ref}/${target}${after}`;
}

/**
 * @returns the path in the repository; undefined for a link to elsewhere or within the page. READMEs of packages are read outside the
 * repository, too, so they link to it by its address.
 */
function targetOf(path: string, file: string, repository: string): string | undefined {
  if (path.startsWith(`${repository}/`)) return /^(?:blob|tree)\/main\/(.+)/.exec(path.slice(repository.length + 1))?.[1];
  if (path === '' || /^(?:[a-z]+:|\/)/.test(path)) return undefined;
  return posix.join(posix.dirname(file), path).replace(/\/$/, '');
}

function relative(page: string, path: string): string {
  const way = posix.relative(posix.dirname(page), path);
  return way.startsWith('.') ? way : `./${way}`;
}
