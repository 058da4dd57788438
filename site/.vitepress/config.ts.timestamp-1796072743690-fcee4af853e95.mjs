// .vitepress/config.ts
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync as mkdirSync2, readFileSync as readFileSync2, writeFileSync as writeFileSync2 } from "node:fs";
import { createRequire } from "node:module";
import { join as join2 } from "node:path";
import { slug } from "file:///work/main/site/node_modules/github-slugger/index.js";
import { defineConfig } from "file:///work/main/site/node_modules/vitepress/dist/node/index.js";

// ../apps/token-api/src/docs/page.ts
var toPage = (library) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Parcel-event webhooks: API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="api"></div>
    <noscript>This page needs JavaScript; the document itself is <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/page.js"></script>
    <script src="docs/${library}"></script>
  </body>
</html>
`;
var OFFLINE = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true
};
var REFERENCE = {
  url: "openapi.json",
  ...OFFLINE,
  persistAuth: false,
  authentication: { preferredSecurityScheme: [["user", "token"]] },
  documentDownloadType: "direct"
};
var pageScript = (options = {}) => `globalThis.__zod_globalConfig = { jitless: true };
addEventListener('DOMContentLoaded', () => Scalar.createApiReference('#api', ${JSON.stringify({ ...REFERENCE, ...options })}));
`;

// stage.ts
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

// event-reference.ts
function eventParts({ openapi, schemas }) {
  const branches = new Map(schemas.flatMap(({ oneOf = [] }) => oneOf.map((branch) => [branch.title, branch])));
  const events = Object.entries(openapi.webhooks).map(([event, { post }]) => {
    const schema = branches.get(event);
    if (schema === void 0) throw new Error(`no schema describes ${event}`);
    const [, meaning = ""] = post.summary.split(": ");
    return [`## ${event}`, meaning, beside(block("Example", exampleOf(post, "plain")), block("Schema", schema))].join("\n\n");
  });
  const first = Object.values(openapi.webhooks)[0];
  if (first === void 0) throw new Error("the document has no webhooks");
  const shared = Object.assign({}, ...schemas.map(({ $defs }) => $defs));
  const common = [
    "## Shared by all events",
    "The schemas below refer to these parts by `#/$defs/\u2026`. With `format: cloudevents`, the receiver gets an envelope around the same content.",
    beside(block("Shared parts", { $defs: shared }), block("An event as a CloudEvent", exampleOf(first.post, "cloudevents")))
  ];
  return [...common, ...events].join("\n\n");
}
var exampleOf = ({ requestBody }, format) => requestBody.content["application/json"].examples[format]?.value;
var beside = (...blocks) => ['<div class="beside">', ...blocks, "</div>"].join("\n\n");
var block = (title, value) => `<div>

**${title}**

\`\`\`json
${JSON.stringify(value, null, 2)}
\`\`\`

</div>`;

// links.ts
import { posix } from "node:path";
var FENCE = /(^```[^]*?^```)/m;
var LINK = /(?<=\]\()(?<link>[^)\s]+)(?=\))|(?<=\s(?:src|href|srcset)=")(?<attribute>[^"\s]+)(?=")/g;
var NAMED_BY_FILE = /\[[\w./-]+\.md\](?=\((?<file>[^)\s#]+)(?:#[^)\s]*)?\))/g;
function rewriteLinks(markdown, file, places) {
  const page = places.pages.get(file);
  if (page === void 0) throw new Error(`${file} has no page`);
  const withTitles = (text) => text.replace(NAMED_BY_FILE, (whole, link) => {
    const title = places.titles.get(targetOf(link, file, places.repository) ?? "");
    return title === void 0 ? whole : `[${title}]`;
  });
  const rewritten = (text) => text.replace(LINK, (link, _, attribute) => {
    const written = rewrite(link, { file, page }, places);
    return attribute === void 0 ? written : written.replace(/^(\.[^#]*)\.md(?=#|$)/, "$1");
  });
  return markdown.split(FENCE).map((part, index) => index % 2 === 1 ? part : rewritten(withTitles(part))).join("");
}
function rewrite(link, from, places) {
  const [path = "", anchor] = link.split("#");
  const target = targetOf(path, from.file, places.repository);
  if (target === void 0) return link;
  const after = anchor === void 0 ? "" : `#${anchor}`;
  const name = places.pages.get(target) ?? places.pages.get(`${target}/README.md`);
  if (name !== void 0) return `${relative(from.page, `${name}.md`)}${after}`;
  const published = places.files.get(target);
  if (published !== void 0) return relative(from.page, published) + after;
  return `${places.repository}/${places.isFolder(target) ? "tree" : "blob"}/${places.ref}/${target}${after}`;
}
function targetOf(path, file, repository2) {
  if (path.startsWith(`${repository2}/`)) return /^(?:blob|tree)\/main\/(.+)/.exec(path.slice(repository2.length + 1))?.[1];
  if (path === "" || /^(?:[a-z]+:|\/)/.test(path)) return void 0;
  return posix.join(posix.dirname(file), path).replace(/\/$/, "");
}
function relative(page, path) {
  const way = posix.relative(posix.dirname(page), path);
  return way.startsWith(".") ? way : `./${way}`;
}

// pages.ts
var docs = (...names) => names.map((name) => ({ file: `docs/${name}.md`, name }));
var readme = (folder, name, short) => ({ file: `${folder}/README.md`, name, short });
var own = (name) => ({ file: `site/pages/${name}.md`, name });
var DECISIONS = [
  "0001-kafka-client",
  "0002-state-in-postgresql",
  "0003-rows-by-cause-time",
  "0004-signatures",
  "0005-http-client",
  "0006-receiver-auth",
  "0007-forward-proxies",
  "0008-retention",
  "0009-scans-of-an-account",
  "0010-redelivery",
  "0013-api-description",
  "0014-receivers-by-partition",
  "0015-connections",
  "0016-events-left-in-the-topic"
];
var HOME = own("index");
var GROUPS = [
  {
    title: "Start",
    readers: "everybody who is new here",
    pages: [
      {
        file: "docs/quick-start.md",
        name: "quick-start",
        readers: "developers who write a receiver",
        minutesToDo: 5,
        short: "I receive webhooks"
      },
      { file: "docs/run-it.md", name: "run-it", readers: "operators", minutesToDo: 5, short: "I run it" },
      {
        file: "docs/publish-scans.md",
        name: "publish-scans",
        readers: "teams that publish scans and records",
        minutesToDo: 5,
        short: "I publish scans"
      },
      {
        file: "docs/where-is-my-webhook.md",
        name: "where-is-my-webhook",
        readers: "everybody who waits for a webhook",
        short: "Where is my webhook?"
      }
    ]
  },
  {
    title: "Receive webhooks",
    readers: "developers who write a receiver",
    pages: [
      ...docs("events", "receivers", "credentials", "signatures", "http", "notifications", "languages", "console"),
      readme("packages/cli-node", "cli", "Command line"),
      readme("packages/receiver-node", "receiver-node", "Package for Node"),
      readme("packages/receiver-python", "receiver-python", "Package for Python"),
      readme("packages/receiver-php", "receiver-php", "Package for PHP"),
      readme("examples", "examples", "Examples"),
      ...docs("assistants")
    ]
  },
  {
    title: "Call the API",
    readers: "developers who call the API",
    pages: [...docs("api", "clients", "tokens"), readme("packages/client-node", "client-node", "Client for TypeScript")]
  },
  { title: "Publish scans", readers: "teams that publish scans and records", pages: docs("topics", "mappings", "carriers") },
  {
    title: "Run it",
    readers: "operators",
    pages: [
      readme("deploy", "deploy", "Install"),
      readme("deploy/helm/parcel-event-webhooks", "chart", "Helm chart and its values"),
      ...docs("operations", "backup-and-moves", "upgrade", "runbooks", "scaling", "personal-data", "compatibility")
    ]
  },
  {
    title: "Reference",
    readers: "everybody who looks something up",
    pages: [own("event-reference"), ...docs("errors", "configuration", "metrics", "glossary")]
  },
  {
    title: "How it works",
    readers: "everybody who asks why",
    pages: [
      ...docs("delivery", "sender", "domain", "reliability", "performance"),
      { file: "site/pages/decisions.md", name: "decisions/index" }
    ]
  }
];
var DECISION_PAGES = {
  title: "Decisions",
  readers: "everybody who asks why",
  pages: DECISIONS.map((name) => ({ file: `docs/decisions/${name}.md`, name: `decisions/${name}` }))
};
var PAGES = [...GROUPS, DECISION_PAGES].flatMap(({ pages: pages2 }) => pages2);

// stage.ts
var PUBLISHED = ["docs/openapi.json", "docs/asyncapi.yaml", "docs/schemas/*.json", "docs/images/*"];
var PICTURES = ["docs/images/*", "docs/pictures/*.svg", "docs/performance/*.svg"];
var MARK = "apps/console/src/mark.svg";
var MADE = ["api-reference.html", "llms.txt"];
var WORDS_A_MINUTE = 200;
function readSite(root, repository2) {
  const places = placesOf(root, repository2);
  const toPage2 = (page, readers) => stagePage(root, page, { readers: page.readers ?? readers, places });
  return {
    home: toPage2(HOME, ""),
    groups: [...GROUPS, DECISION_PAGES].map((group) => ({ ...group, pages: group.pages.map((page) => toPage2(page, group.readers)) }))
  };
}
function stageSite(root, folder, site2) {
  rmSync(folder, { recursive: true, force: true });
  for (const { name, markdown } of [site2.home, ...site2.groups.flatMap(({ pages: pages2 }) => pages2)]) write(join(folder, `${name}.md`), markdown);
  for (const file of globSync(PICTURES, { cwd: root })) cpSync(join(root, file), join(folder, file.replace("docs/", "")));
  mkdirSync(join(folder, "public"));
  cpSync(join(root, MARK), join(folder, "public/mark.svg"));
  for (const file of globSync(PUBLISHED, { cwd: root })) cpSync(join(root, file), join(folder, "public", file.replace("docs/", "")));
}
function llmsText({ groups }) {
  const lists = groups.map(({ title, pages: pages2 }) => {
    const lines = pages2.map((page) => `- [${page.title}](./${page.name}.md): ${page.description}`);
    return `## ${title}

${lines.join("\n")}`;
  });
  return `${[LLMS_START, ...lists, LLMS_FILES].join("\n\n")}
`;
}
var LLMS_START = `# Parcel-event webhooks

> A service that anyone can host: it turns carriers' scans into eleven tracking events and sends each event as a signed HTTPS webhook, with 15 retries at 30-minute intervals.

Each page is one Markdown file. To write a receiver, read [assistants.md](./assistants.md) first, then [events.md](./events.md) and [signatures.md](./signatures.md).`;
var LLMS_FILES = `## Files for programs

- [openapi.json](./openapi.json): every route of the API, and every webhook with an example
- [webhook-payload.schema.json](./schemas/webhook-payload.schema.json): the body of each event
- [cloud-event.schema.json](./schemas/cloud-event.schema.json): the same as CloudEvents
- [operational-event.schema.json](./schemas/operational-event.schema.json): events about receivers
- [asyncapi.yaml](./asyncapi.yaml): the topics on Kafka, with [scan-1](./schemas/scan-1.schema.json) and [record-1](./schemas/record-1.schema.json)`;
function placesOf(root, { address: address2, ref: ref2 }) {
  const files = globSync([...PUBLISHED, ...PICTURES], { cwd: root });
  return {
    pages: new Map([HOME, ...PAGES].map(({ file, name }) => [file, name])),
    titles: new Map(PAGES.map(({ file }) => [file, titleOf(root, file)])),
    files: new Map([
      ...files.map((file) => [file, file.replace("docs/", "")]),
      ...MADE.map((file) => [`site/pages/${file}`, file])
    ]),
    repository: address2,
    ref: ref2,
    isFolder: (path) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
  };
}
function stagePage(root, page, { readers, places }) {
  const text = fill(root, readFileSync(join(root, page.file), "utf8"));
  const markdown = rewriteLinks(text, page.file, places);
  const title = titleOf(root, page.file);
  const start = `# ${title}`;
  if (page === HOME) return { ...page, title, description: "", markdown };
  return {
    ...page,
    title,
    description: firstSentence(text.slice(text.indexOf(start) + start.length)),
    markdown: markdown.replace(start, `${start}

*For ${readers} \xB7 ${timeOf(page, text)}*`)
  };
}
function timeOf({ minutesToDo }, text) {
  if (minutesToDo !== void 0) return `${minutesToDo} minutes to do`;
  const minutes = Math.ceil(text.replaceAll(/^```[^]*?^```/gm, "").split(/\s+/).length / WORDS_A_MINUTE);
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"} to read`;
}
function firstSentence(text) {
  const paragraph = text.split(/\n\s*\n/).find((each) => /^\s*(?:\*\*)?[\p{L}`[]/u.test(each)) ?? "";
  const plain = paragraph.trim().replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll(/[*`]/g, "").replaceAll("\n", " ");
  return /^.+?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain;
}
function fill(root, text) {
  return text.replace("<!-- events -->", () => eventParts(sourcesOf(root))).replace("<!-- decisions -->", () => decisionsList(root));
}
function sourcesOf(root) {
  const read = (file) => JSON.parse(readFileSync(join(root, "docs", file), "utf8"));
  const schemas = ["webhook-payload", "operational-event"].map((name) => read(`schemas/${name}.schema.json`));
  return { openapi: read("openapi.json"), schemas };
}
var decisionsList = (root) => DECISION_PAGES.pages.map(({ file }) => `- [${titleOf(root, file)}](../../${file})`).join("\n");
function titleOf(root, file) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, file), "utf8")) ?? [];
  if (title === void 0) throw new Error(`${file} has no title`);
  return title;
}
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

// .vitepress/config.ts
var __vite_injected_original_dirname = "/work/main/site/.vitepress";
var __vite_injected_original_import_meta_url = "file:///work/main/site/.vitepress/config.ts";
var ROOT = join2(__vite_injected_original_dirname, "../..");
var OUT = join2(ROOT, ".cache/site");
var SOURCE = join2(OUT, "source");
var { version, repository } = JSON.parse(readFileSync2(join2(ROOT, "package.json"), "utf8"));
var address = repository.url.replace(/^git\+|\.git$/g, "");
var ref = refOf();
var site = readSite(ROOT, { address, ref });
var pages = new Map([site.home, ...site.groups.flatMap((group) => group.pages)].map((page) => [`${page.name}.md`, page]));
stageSite(ROOT, SOURCE, site);
function refOf() {
  const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const tag = `v${version}`;
  return git("tag", "--points-at", "HEAD").split("\n").includes(tag) ? tag : git("rev-parse", "HEAD");
}
var base = process.env.SITE_BASE ?? "/";
function menu() {
  const item = ({ short, title, name }) => ({
    text: short ?? title,
    link: `/${name.replace(/index$/, "")}`
  });
  const groups = site.groups.map(({ title, pages: pages2 }) => ({ text: title, collapsed: title !== "Start", items: pages2.map(item) }));
  groups.find(({ text }) => text === "Reference")?.items.unshift({ text: "API: every route", link: "/api-reference.html", target: "_self" });
  return groups;
}
var config_default = defineConfig({
  base,
  srcDir: SOURCE,
  outDir: join2(OUT, "dist"),
  cacheDir: join2(OUT, "vite"),
  title: "Parcel-event webhooks",
  description: "Carriers\u2019 scans become tracking events, and reach each customer\u2019s receiver as a signed webhook.",
  lang: "en",
  cleanUrls: true,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}mark.svg` }]],
  markdown: {
    anchor: { slugify: slug },
    toc: { slugify: slug },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" }
  },
  vite: { publicDir: join2(SOURCE, "public") },
  themeConfig: {
    logo: "/mark.svg",
    nav: [
      { text: "Receive", link: "/quick-start" },
      { text: "Run", link: "/run-it" },
      { text: "Publish", link: "/publish-scans" },
      { text: "Webhook missing?", link: "/where-is-my-webhook" },
      { text: version, items: [{ text: "What changed", link: `${address}/blob/${ref}/CHANGELOG.md` }] }
    ],
    sidebar: menu(),
    outline: { level: [2, 3] },
    search: { provider: "local", options: { detailedView: true } },
    socialLinks: [{ icon: "github", link: address }],
    docFooter: { prev: false, next: false }
  },
  transformPageData(data) {
    const page = pages.get(data.relativePath);
    if (page !== void 0 && page !== site.home) data.description = page.description;
    data.frontmatter.source = page?.file;
  },
  transformHead({ pageData }) {
    const page = pages.get(pageData.relativePath);
    if (page === void 0 || page === site.home) return [];
    return [["link", { rel: "alternate", type: "text/markdown", href: `${base}${page.name}.md` }]];
  },
  buildEnd({ outDir }) {
    writeFileSync2(join2(outDir, "llms.txt"), llmsText(site));
    for (const { name, markdown } of pages.values())
      if (name !== "index") writeFileSync2(join2(outDir, `${name}.md`), markdown.replace(/^---\n[^]*?\n---\n+/, ""));
    writeApiReference(outDir);
  }
});
function writeApiReference(outDir) {
  const folder = join2(createRequire(__vite_injected_original_import_meta_url).resolve("@scalar/api-reference"), "../..");
  mkdirSync2(join2(outDir, "docs"), { recursive: true });
  copyFileSync(join2(folder, "dist/browser/standalone.js"), join2(outDir, "docs/scalar.js"));
  writeFileSync2(join2(outDir, "docs/page.js"), pageScript({ hideTestRequestButton: true }));
  writeFileSync2(join2(outDir, "api-reference.html"), toPage("scalar.js"));
}
export {
  config_default as default
};
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiLnZpdGVwcmVzcy9jb25maWcudHMiLCAiLi4vYXBwcy90b2tlbi1hcGkvc3JjL2RvY3MvcGFnZS50cyIsICJzdGFnZS50cyIsICJldmVudC1yZWZlcmVuY2UudHMiLCAibGlua3MudHMiLCAicGFnZXMudHMiXSwKICAic291cmNlc0NvbnRlbnQiOiBbImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay9tYWluL3NpdGUvLnZpdGVwcmVzc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3dvcmsvbWFpbi9zaXRlLy52aXRlcHJlc3MvY29uZmlnLnRzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy93b3JrL21haW4vc2l0ZS8udml0ZXByZXNzL2NvbmZpZy50c1wiO2ltcG9ydCB7IGV4ZWNGaWxlU3luYyB9IGZyb20gJ25vZGU6Y2hpbGRfcHJvY2Vzcyc7XG5pbXBvcnQgeyBjb3B5RmlsZVN5bmMsIG1rZGlyU3luYywgcmVhZEZpbGVTeW5jLCB3cml0ZUZpbGVTeW5jIH0gZnJvbSAnbm9kZTpmcyc7XG5pbXBvcnQgeyBjcmVhdGVSZXF1aXJlIH0gZnJvbSAnbm9kZTptb2R1bGUnO1xuaW1wb3J0IHsgam9pbiB9IGZyb20gJ25vZGU6cGF0aCc7XG5pbXBvcnQgeyBzbHVnIH0gZnJvbSAnZ2l0aHViLXNsdWdnZXInO1xuaW1wb3J0IHsgdHlwZSBEZWZhdWx0VGhlbWUsIGRlZmluZUNvbmZpZywgdHlwZSBIZWFkQ29uZmlnIH0gZnJvbSAndml0ZXByZXNzJztcbmltcG9ydCB7IHBhZ2VTY3JpcHQsIHRvUGFnZSB9IGZyb20gJy4uLy4uL2FwcHMvdG9rZW4tYXBpL3NyYy9kb2NzL3BhZ2UuanMnO1xuaW1wb3J0IHsgbGxtc1RleHQsIHJlYWRTaXRlLCB0eXBlIFN0YWdlZFBhZ2UsIHN0YWdlU2l0ZSB9IGZyb20gJy4uL3N0YWdlLmpzJztcblxuY29uc3QgUk9PVCA9IGpvaW4oaW1wb3J0Lm1ldGEuZGlybmFtZSwgJy4uLy4uJyk7XG5jb25zdCBPVVQgPSBqb2luKFJPT1QsICcuY2FjaGUvc2l0ZScpO1xuY29uc3QgU09VUkNFID0gam9pbihPVVQsICdzb3VyY2UnKTtcblxuY29uc3QgeyB2ZXJzaW9uLCByZXBvc2l0b3J5IH0gPSBKU09OLnBhcnNlKHJlYWRGaWxlU3luYyhqb2luKFJPT1QsICdwYWNrYWdlLmpzb24nKSwgJ3V0ZjgnKSkgYXMgTWFuaWZlc3Q7XG5pbnRlcmZhY2UgTWFuaWZlc3Qge1xuICByZWFkb25seSB2ZXJzaW9uOiBzdHJpbmc7XG4gIHJlYWRvbmx5IHJlcG9zaXRvcnk6IHsgcmVhZG9ubHkgdXJsOiBzdHJpbmcgfTtcbn1cbmNvbnN0IGFkZHJlc3MgPSByZXBvc2l0b3J5LnVybC5yZXBsYWNlKC9eZ2l0XFwrfFxcLmdpdCQvZywgJycpO1xuY29uc3QgcmVmID0gcmVmT2YoKTtcbmNvbnN0IHNpdGUgPSByZWFkU2l0ZShST09ULCB7IGFkZHJlc3MsIHJlZiB9KTtcbmNvbnN0IHBhZ2VzID0gbmV3IE1hcChbc2l0ZS5ob21lLCAuLi5zaXRlLmdyb3Vwcy5mbGF0TWFwKChncm91cCkgPT4gZ3JvdXAucGFnZXMpXS5tYXAoKHBhZ2UpID0+IFtgJHtwYWdlLm5hbWV9Lm1kYCwgcGFnZV0pKTtcbnN0YWdlU2l0ZShST09ULCBTT1VSQ0UsIHNpdGUpO1xuXG4vKiogVGhlIHRhZyBvZiB0aGlzIHZlcnNpb24gaWYgaXQgaXMgdGhlIGNvbW1pdCBvZiB0aGlzIGNsb25lLCBlbHNlIHRoZSBjb21taXQuICovXG5mdW5jdGlvbiByZWZPZigpOiBzdHJpbmcge1xuICBjb25zdCBnaXQgPSAoLi4uYXJnczogc3RyaW5nW10pOiBzdHJpbmcgPT4gZXhlY0ZpbGVTeW5jKCdnaXQnLCBhcmdzLCB7IGN3ZDogUk9PVCwgZW5jb2Rpbmc6ICd1dGY4JyB9KS50cmltKCk7XG4gIGNvbnN0IHRhZyA9IGB2JHt2ZXJzaW9ufWA7XG4gIHJldHVybiBnaXQoJ3RhZycsICctLXBvaW50cy1hdCcsICdIRUFEJykuc3BsaXQoJ1xcbicpLmluY2x1ZGVzKHRhZykgPyB0YWcgOiBnaXQoJ3Jldi1wYXJzZScsICdIRUFEJyk7XG59XG5cbmNvbnN0IGJhc2UgPSBwcm9jZXNzLmVudi5TSVRFX0JBU0UgPz8gJy8nO1xuXG5mdW5jdGlvbiBtZW51KCk6IERlZmF1bHRUaGVtZS5TaWRlYmFySXRlbVtdIHtcbiAgY29uc3QgaXRlbSA9ICh7IHNob3J0LCB0aXRsZSwgbmFtZSB9OiBTdGFnZWRQYWdlKTogRGVmYXVsdFRoZW1lLlNpZGViYXJJdGVtID0+ICh7XG4gICAgdGV4dDogc2hvcnQgPz8gdGl0bGUsXG4gICAgbGluazogYC8ke25hbWUucmVwbGFjZSgvaW5kZXgkLywgJycpfWAsXG4gIH0pO1xuICBjb25zdCBncm91cHMgPSBzaXRlLmdyb3Vwcy5tYXAoKHsgdGl0bGUsIHBhZ2VzIH0pID0+ICh7IHRleHQ6IHRpdGxlLCBjb2xsYXBzZWQ6IHRpdGxlICE9PSAnU3RhcnQnLCBpdGVtczogcGFnZXMubWFwKGl0ZW0pIH0pKTtcbiAgZ3JvdXBzXG4gICAgLmZpbmQoKHsgdGV4dCB9KSA9PiB0ZXh0ID09PSAnUmVmZXJlbmNlJylcbiAgICA/Lml0ZW1zLnVuc2hpZnQoeyB0ZXh0OiAnQVBJOiBldmVyeSByb3V0ZScsIGxpbms6ICcvYXBpLXJlZmVyZW5jZS5odG1sJywgdGFyZ2V0OiAnX3NlbGYnIH0pO1xuICByZXR1cm4gZ3JvdXBzO1xufVxuXG5leHBvcnQgZGVmYXVsdCBkZWZpbmVDb25maWcoe1xuICBiYXNlLFxuICBzcmNEaXI6IFNPVVJDRSxcbiAgb3V0RGlyOiBqb2luKE9VVCwgJ2Rpc3QnKSxcbiAgY2FjaGVEaXI6IGpvaW4oT1VULCAndml0ZScpLFxuICB0aXRsZTogJ1BhcmNlbC1ldmVudCB3ZWJob29rcycsXG4gIGRlc2NyaXB0aW9uOiAnQ2FycmllcnNcdTIwMTkgc2NhbnMgYmVjb21lIHRyYWNraW5nIGV2ZW50cywgYW5kIHJlYWNoIGVhY2ggY3VzdG9tZXJcdTIwMTlzIHJlY2VpdmVyIGFzIGEgc2lnbmVkIHdlYmhvb2suJyxcbiAgbGFuZzogJ2VuJyxcbiAgY2xlYW5VcmxzOiB0cnVlLFxuICBoZWFkOiBbWydsaW5rJywgeyByZWw6ICdpY29uJywgdHlwZTogJ2ltYWdlL3N2Zyt4bWwnLCBocmVmOiBgJHtiYXNlfW1hcmsuc3ZnYCB9XV0sXG4gIG1hcmtkb3duOiB7XG4gICAgYW5jaG9yOiB7IHNsdWdpZnk6IHNsdWcgfSxcbiAgICB0b2M6IHsgc2x1Z2lmeTogc2x1ZyB9LFxuICAgIHRoZW1lOiB7IGxpZ2h0OiAnZ2l0aHViLWxpZ2h0LWhpZ2gtY29udHJhc3QnLCBkYXJrOiAnZ2l0aHViLWRhcmstaGlnaC1jb250cmFzdCcgfSxcbiAgfSxcbiAgdml0ZTogeyBwdWJsaWNEaXI6IGpvaW4oU09VUkNFLCAncHVibGljJykgfSxcbiAgdGhlbWVDb25maWc6IHtcbiAgICBsb2dvOiAnL21hcmsuc3ZnJyxcbiAgICBuYXY6IFtcbiAgICAgIHsgdGV4dDogJ1JlY2VpdmUnLCBsaW5rOiAnL3F1aWNrLXN0YXJ0JyB9LFxuICAgICAgeyB0ZXh0OiAnUnVuJywgbGluazogJy9ydW4taXQnIH0sXG4gICAgICB7IHRleHQ6ICdQdWJsaXNoJywgbGluazogJy9wdWJsaXNoLXNjYW5zJyB9LFxuICAgICAgeyB0ZXh0OiAnV2ViaG9vayBtaXNzaW5nPycsIGxpbms6ICcvd2hlcmUtaXMtbXktd2ViaG9vaycgfSxcbiAgICAgIHsgdGV4dDogdmVyc2lvbiwgaXRlbXM6IFt7IHRleHQ6ICdXaGF0IGNoYW5nZWQnLCBsaW5rOiBgJHthZGRyZXNzfS9ibG9iLyR7cmVmfS9DSEFOR0VMT0cubWRgIH1dIH0sXG4gICAgXSxcbiAgICBzaWRlYmFyOiBtZW51KCksXG4gICAgb3V0bGluZTogeyBsZXZlbDogWzIsIDNdIH0sXG4gICAgc2VhcmNoOiB7IHByb3ZpZGVyOiAnbG9jYWwnLCBvcHRpb25zOiB7IGRldGFpbGVkVmlldzogdHJ1ZSB9IH0sXG4gICAgc29jaWFsTGlua3M6IFt7IGljb246ICdnaXRodWInLCBsaW5rOiBhZGRyZXNzIH1dLFxuICAgIGRvY0Zvb3RlcjogeyBwcmV2OiBmYWxzZSwgbmV4dDogZmFsc2UgfSxcbiAgfSxcbiAgdHJhbnNmb3JtUGFnZURhdGEoZGF0YSkge1xuICAgIGNvbnN0IHBhZ2UgPSBwYWdlcy5nZXQoZGF0YS5yZWxhdGl2ZVBhdGgpO1xuICAgIGlmIChwYWdlICE9PSB1bmRlZmluZWQgJiYgcGFnZSAhPT0gc2l0ZS5ob21lKSBkYXRhLmRlc2NyaXB0aW9uID0gcGFnZS5kZXNjcmlwdGlvbjtcbiAgICBkYXRhLmZyb250bWF0dGVyLnNvdXJjZSA9IHBhZ2U/LmZpbGU7XG4gIH0sXG4gIHRyYW5zZm9ybUhlYWQoeyBwYWdlRGF0YSB9KTogSGVhZENvbmZpZ1tdIHtcbiAgICBjb25zdCBwYWdlID0gcGFnZXMuZ2V0KHBhZ2VEYXRhLnJlbGF0aXZlUGF0aCk7XG4gICAgaWYgKHBhZ2UgPT09IHVuZGVmaW5lZCB8fCBwYWdlID09PSBzaXRlLmhvbWUpIHJldHVybiBbXTtcbiAgICByZXR1cm4gW1snbGluaycsIHsgcmVsOiAnYWx0ZXJuYXRlJywgdHlwZTogJ3RleHQvbWFya2Rvd24nLCBocmVmOiBgJHtiYXNlfSR7cGFnZS5uYW1lfS5tZGAgfV1dO1xuICB9LFxuICBidWlsZEVuZCh7IG91dERpciB9KSB7XG4gICAgd3JpdGVGaWxlU3luYyhqb2luKG91dERpciwgJ2xsbXMudHh0JyksIGxsbXNUZXh0KHNpdGUpKTtcbiAgICBmb3IgKGNvbnN0IHsgbmFtZSwgbWFya2Rvd24gfSBvZiBwYWdlcy52YWx1ZXMoKSlcbiAgICAgIGlmIChuYW1lICE9PSAnaW5kZXgnKSB3cml0ZUZpbGVTeW5jKGpvaW4ob3V0RGlyLCBgJHtuYW1lfS5tZGApLCBtYXJrZG93bi5yZXBsYWNlKC9eLS0tXFxuW15dKj9cXG4tLS1cXG4rLywgJycpKTtcbiAgICB3cml0ZUFwaVJlZmVyZW5jZShvdXREaXIpO1xuICB9LFxufSk7XG5cbi8qKiBUaGUgc2FtZSB2aWV3ZXIgYXMgYXQgYC9kb2NzYCBvZiB0b2tlbi1hcGksIHdpdGhvdXQgcmVxdWVzdHM6IHRoZXJlIGlzIG5vIEFQSSBiZWhpbmQgdGhpcyBzaXRlLiAqL1xuZnVuY3Rpb24gd3JpdGVBcGlSZWZlcmVuY2Uob3V0RGlyOiBzdHJpbmcpOiB2b2lkIHtcbiAgY29uc3QgZm9sZGVyID0gam9pbihjcmVhdGVSZXF1aXJlKGltcG9ydC5tZXRhLnVybCkucmVzb2x2ZSgnQHNjYWxhci9hcGktcmVmZXJlbmNlJyksICcuLi8uLicpO1xuICBta2RpclN5bmMoam9pbihvdXREaXIsICdkb2NzJyksIHsgcmVjdXJzaXZlOiB0cnVlIH0pO1xuICBjb3B5RmlsZVN5bmMoam9pbihmb2xkZXIsICdkaXN0L2Jyb3dzZXIvc3RhbmRhbG9uZS5qcycpLCBqb2luKG91dERpciwgJ2RvY3Mvc2NhbGFyLmpzJykpO1xuICB3cml0ZUZpbGVTeW5jKGpvaW4ob3V0RGlyLCAnZG9jcy9wYWdlLmpzJyksIHBhZ2VTY3JpcHQoeyBoaWRlVGVzdFJlcXVlc3RCdXR0b246IHRydWUgfSkpO1xuICB3cml0ZUZpbGVTeW5jKGpvaW4ob3V0RGlyLCAnYXBpLXJlZmVyZW5jZS5odG1sJyksIHRvUGFnZSgnc2NhbGFyLmpzJykpO1xufVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay9tYWluL2FwcHMvdG9rZW4tYXBpL3NyYy9kb2NzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvd29yay9tYWluL2FwcHMvdG9rZW4tYXBpL3NyYy9kb2NzL3BhZ2UudHNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9hcHBzL3Rva2VuLWFwaS9zcmMvZG9jcy9wYWdlLnRzXCI7LyoqIFRoZSByb3V0ZXMgb2YgdGhlIHBhZ2UgYW5kIG9mIGl0cyBzY3JpcHRzLiAqL1xuZXhwb3J0IGNvbnN0IERPQ1NfUk9VVEVTOiByZWFkb25seSBzdHJpbmdbXSA9IFsnL2RvY3MnLCAnL2RvY3MvOmZpbGUnXTtcblxuLyoqIEFsbG93cyBzY3JpcHRzIGZyb20gdGhpcyBzZXJ2aWNlIG9ubHkuIFRoZSBsaWJyYXJ5IHdyaXRlcyBzdHlsZXMgYW5kIHNtYWxsIHBpY3R1cmVzIGludG8gdGhlIHBhZ2UuICovXG5leHBvcnQgY29uc3QgUEFHRV9TRUNVUklUWSA9XG4gIFwiZGVmYXVsdC1zcmMgJ25vbmUnOyBzY3JpcHQtc3JjICdzZWxmJzsgc3R5bGUtc3JjICdzZWxmJyAndW5zYWZlLWlubGluZSc7IGltZy1zcmMgJ3NlbGYnIGRhdGE6OyBjb25uZWN0LXNyYyAnc2VsZic7IGJhc2UtdXJpICdub25lJzsgZm9ybS1hY3Rpb24gJ25vbmUnOyBmcmFtZS1hbmNlc3RvcnMgJ25vbmUnXCI7XG5cbi8qKiBAcGFyYW0gbGlicmFyeSB0aGUgZmlsZSBuYW1lIG9mIHRoZSBsaWJyYXJ5OyBpdCBjaGFuZ2VzIHdpdGggdGhlIHZlcnNpb24sIGJlY2F1c2UgYnJvd3NlcnMga2VlcCB0aGUgZmlsZSAqL1xuZXhwb3J0IGNvbnN0IHRvUGFnZSA9IChsaWJyYXJ5OiBzdHJpbmcpOiBzdHJpbmcgPT4gYDwhZG9jdHlwZSBodG1sPlxuPGh0bWwgbGFuZz1cImVuXCI+XG4gIDxoZWFkPlxuICAgIDxtZXRhIGNoYXJzZXQ9XCJ1dGYtOFwiIC8+XG4gICAgPG1ldGEgbmFtZT1cInZpZXdwb3J0XCIgY29udGVudD1cIndpZHRoPWRldmljZS13aWR0aCwgaW5pdGlhbC1zY2FsZT0xXCIgLz5cbiAgICA8dGl0bGU+UGFyY2VsLWV2ZW50IHdlYmhvb2tzOiBBUEk8L3RpdGxlPlxuICAgIDxsaW5rIHJlbD1cImljb25cIiBocmVmPVwiZGF0YTosXCIgLz5cbiAgPC9oZWFkPlxuICA8Ym9keT5cbiAgICA8ZGl2IGlkPVwiYXBpXCI+PC9kaXY+XG4gICAgPG5vc2NyaXB0PlRoaXMgcGFnZSBuZWVkcyBKYXZhU2NyaXB0OyB0aGUgZG9jdW1lbnQgaXRzZWxmIGlzIDxhIGhyZWY9XCJvcGVuYXBpLmpzb25cIj5vcGVuYXBpLmpzb248L2E+Ljwvbm9zY3JpcHQ+XG4gICAgPHNjcmlwdCBzcmM9XCJkb2NzL3BhZ2UuanNcIj48L3NjcmlwdD5cbiAgICA8c2NyaXB0IHNyYz1cImRvY3MvJHtsaWJyYXJ5fVwiPjwvc2NyaXB0PlxuICA8L2JvZHk+XG48L2h0bWw+XG5gO1xuXG4vKiogV2l0aG91dCB0aGVzZSBvcHRpb25zLCB0aGUgbGlicmFyeSBjYWxscyBvdGhlciBob3N0czogZm9yIGZvbnRzLCBmb3IgaXRzIG93biBzZXJ2aWNlcyBhbmQgZm9yIHRlbGVtZXRyeS4gKi9cbmNvbnN0IE9GRkxJTkUgPSB7XG4gIHdpdGhEZWZhdWx0Rm9udHM6IGZhbHNlLFxuICB0ZWxlbWV0cnk6IGZhbHNlLFxuICBhZ2VudDogeyBkaXNhYmxlZDogdHJ1ZSB9LFxuICBtY3A6IHsgZGlzYWJsZWQ6IHRydWUgfSxcbiAgc2hvd0RldmVsb3BlclRvb2xzOiAnbmV2ZXInLFxuICBoaWRlQ2xpZW50QnV0dG9uOiB0cnVlLFxufTtcblxuLyoqIENyZWRlbnRpYWxzIHN0YXkgaW4gdGhlIG1lbW9yeSBvZiB0aGUgdGFiOiBgcGVyc2lzdEF1dGhgIHdvdWxkIHdyaXRlIHRoZW0gaW50byBsb2NhbFN0b3JhZ2UuICovXG5jb25zdCBSRUZFUkVOQ0UgPSB7XG4gIHVybDogJ29wZW5hcGkuanNvbicsXG4gIC4uLk9GRkxJTkUsXG4gIHBlcnNpc3RBdXRoOiBmYWxzZSxcbiAgYXV0aGVudGljYXRpb246IHsgcHJlZmVycmVkU2VjdXJpdHlTY2hlbWU6IFtbJ3VzZXInLCAndG9rZW4nXV0gfSxcbiAgZG9jdW1lbnREb3dubG9hZFR5cGU6ICdkaXJlY3QnLFxufTtcblxuLyoqXG4gKiBSdW5zIGJlZm9yZSB0aGUgbGlicmFyeS4gT3RoZXJ3aXNlIGEgcGFydCBvZiB0aGUgbGlicmFyeSB0cmllcyBgZXZhbGA6IHRoZSBwYWdlIGZvcmJpZHMgaXQsIGFuZCB0aGUgYnJvd3NlciByZXBvcnRzIGFuIGVycm9yLlxuICogQHBhcmFtIG9wdGlvbnMgZnVydGhlciBvcHRpb25zIG9mIHRoZSBsaWJyYXJ5XG4gKi9cbmV4cG9ydCBjb25zdCBwYWdlU2NyaXB0ID0gKG9wdGlvbnM6IFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsIHVua25vd24+PiA9IHt9KTogc3RyaW5nID0+IGBnbG9iYWxUaGlzLl9fem9kX2dsb2JhbENvbmZpZyA9IHsgaml0bGVzczogdHJ1ZSB9O1xuYWRkRXZlbnRMaXN0ZW5lcignRE9NQ29udGVudExvYWRlZCcsICgpID0+IFNjYWxhci5jcmVhdGVBcGlSZWZlcmVuY2UoJyNhcGknLCAke0pTT04uc3RyaW5naWZ5KHsgLi4uUkVGRVJFTkNFLCAuLi5vcHRpb25zIH0pfSkpO1xuYDtcbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3dvcmsvbWFpbi9zaXRlXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvd29yay9tYWluL3NpdGUvc3RhZ2UudHNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3dvcmsvbWFpbi9zaXRlL3N0YWdlLnRzXCI7Ly8gV3JpdGVzIHRoZSBzb3VyY2VzIG9mIHRoZSBzaXRlOiBldmVyeSBwYWdlIHdpdGggbGlua3MgdGhhdCB3b3JrIHRoZXJlLCBhbmQgdGhlIGZpbGVzIHRoYXQgdGhlIHNpdGUgcHVibGlzaGVzIGFzIHRoZXkgYXJlLlxuaW1wb3J0IHsgY3BTeW5jLCBnbG9iU3luYywgbWtkaXJTeW5jLCByZWFkRmlsZVN5bmMsIHJtU3luYywgc3RhdFN5bmMsIHdyaXRlRmlsZVN5bmMgfSBmcm9tICdub2RlOmZzJztcbmltcG9ydCB7IGRpcm5hbWUsIGpvaW4gfSBmcm9tICdub2RlOnBhdGgnO1xuaW1wb3J0IHsgZXZlbnRQYXJ0cywgdHlwZSBTb3VyY2VzIH0gZnJvbSAnLi9ldmVudC1yZWZlcmVuY2UuanMnO1xuaW1wb3J0IHsgdHlwZSBQbGFjZXMsIHJld3JpdGVMaW5rcyB9IGZyb20gJy4vbGlua3MuanMnO1xuaW1wb3J0IHsgREVDSVNJT05fUEFHRVMsIHR5cGUgR3JvdXAsIEdST1VQUywgSE9NRSwgdHlwZSBQYWdlLCBQQUdFUyB9IGZyb20gJy4vcGFnZXMuanMnO1xuXG4vKiogRmlsZXMgb2YgZG9jcy8gdGhhdCBrZWVwIHRoZWlyIG5hbWVzIG9uIHRoZSBzaXRlLCBzbyB0aGF0IHRoZWlyIGFkZHJlc3NlcyBzdGF5IHRoZSBzYW1lLiAqL1xuY29uc3QgUFVCTElTSEVEID0gWydkb2NzL29wZW5hcGkuanNvbicsICdkb2NzL2FzeW5jYXBpLnlhbWwnLCAnZG9jcy9zY2hlbWFzLyouanNvbicsICdkb2NzL2ltYWdlcy8qJ107XG4vKiogRmlsZXMgdGhhdCBwYWdlcyBzaG93LiBQYWdlcyBsaW5rIHRvIHRob3NlIGluIGltYWdlcywgdG9vLiAqL1xuY29uc3QgUElDVFVSRVMgPSBbJ2RvY3MvaW1hZ2VzLyonLCAnZG9jcy9waWN0dXJlcy8qLnN2ZycsICdkb2NzL3BlcmZvcm1hbmNlLyouc3ZnJ107XG5jb25zdCBNQVJLID0gJ2FwcHMvY29uc29sZS9zcmMvbWFyay5zdmcnO1xuLyoqIEZpbGVzIHRoYXQgdGhlIGJ1aWxkIG1ha2VzLCBieSB0aGUgcGF0aCB0aGF0IHBhZ2VzIG9mIHRoZSBzaXRlIGxpbmsgdG8uICovXG5jb25zdCBNQURFID0gWydhcGktcmVmZXJlbmNlLmh0bWwnLCAnbGxtcy50eHQnXTtcbmNvbnN0IFdPUkRTX0FfTUlOVVRFID0gMjAwO1xuXG5leHBvcnQgaW50ZXJmYWNlIFN0YWdlZFBhZ2UgZXh0ZW5kcyBQYWdlIHtcbiAgcmVhZG9ubHkgdGl0bGU6IHN0cmluZztcbiAgLyoqIFRoZSBmaXJzdCBzZW50ZW5jZS4gKi9cbiAgcmVhZG9ubHkgZGVzY3JpcHRpb246IHN0cmluZztcbiAgLyoqIFRoZSBNYXJrZG93biB3aXRoIGxpbmtzIG9mIHRoZSBzaXRlLCBhcyB0aGUgcmVhZGVyIGFuZCB0aGUgYXNzaXN0YW50IGdldCBpdC4gKi9cbiAgcmVhZG9ubHkgbWFya2Rvd246IHN0cmluZztcbn1cblxuZXhwb3J0IGludGVyZmFjZSBTaXRlIHtcbiAgcmVhZG9ubHkgaG9tZTogU3RhZ2VkUGFnZTtcbiAgcmVhZG9ubHkgZ3JvdXBzOiByZWFkb25seSAoT21pdDxHcm91cCwgJ3BhZ2VzJz4gJiB7IHJlYWRvbmx5IHBhZ2VzOiByZWFkb25seSBTdGFnZWRQYWdlW10gfSlbXTtcbn1cblxuLyoqIEBwYXJhbSByZXBvc2l0b3J5IHRoZSBhZGRyZXNzIG9mIHRoZSByZXBvc2l0b3J5IGFuZCB0aGUgdGFnIG9yIGNvbW1pdCBvZiB0aGlzIHNpdGUgKi9cbmV4cG9ydCBmdW5jdGlvbiByZWFkU2l0ZShyb290OiBzdHJpbmcsIHJlcG9zaXRvcnk6IHsgcmVhZG9ubHkgYWRkcmVzczogc3RyaW5nOyByZWFkb25seSByZWY6IHN0cmluZyB9KTogU2l0ZSB7XG4gIGNvbnN0IHBsYWNlcyA9IHBsYWNlc09mKHJvb3QsIHJlcG9zaXRvcnkpO1xuICBjb25zdCB0b1BhZ2UgPSAocGFnZTogUGFnZSwgcmVhZGVyczogc3RyaW5nKTogU3RhZ2VkUGFnZSA9PiBzdGFnZVBhZ2Uocm9vdCwgcGFnZSwgeyByZWFkZXJzOiBwYWdlLnJlYWRlcnMgPz8gcmVhZGVycywgcGxhY2VzIH0pO1xuICByZXR1cm4ge1xuICAgIGhvbWU6IHRvUGFnZShIT01FLCAnJyksXG4gICAgZ3JvdXBzOiBbLi4uR1JPVVBTLCBERUNJU0lPTl9QQUdFU10ubWFwKChncm91cCkgPT4gKHsgLi4uZ3JvdXAsIHBhZ2VzOiBncm91cC5wYWdlcy5tYXAoKHBhZ2UpID0+IHRvUGFnZShwYWdlLCBncm91cC5yZWFkZXJzKSkgfSkpLFxuICB9O1xufVxuXG4vKiogV3JpdGVzIGFsbCBzb3VyY2VzIGludG8gYW4gZW1wdHkgZm9sZGVyLiBWaXRlUHJlc3MgcmVhZHMgdGhlbSBmcm9tIHRoZXJlLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHN0YWdlU2l0ZShyb290OiBzdHJpbmcsIGZvbGRlcjogc3RyaW5nLCBzaXRlOiBTaXRlKTogdm9pZCB7XG4gIHJtU3luYyhmb2xkZXIsIHsgcmVjdXJzaXZlOiB0cnVlLCBmb3JjZTogdHJ1ZSB9KTtcbiAgZm9yIChjb25zdCB7IG5hbWUsIG1hcmtkb3duIH0gb2YgW3NpdGUuaG9tZSwgLi4uc2l0ZS5ncm91cHMuZmxhdE1hcCgoeyBwYWdlcyB9KSA9PiBwYWdlcyldKSB3cml0ZShqb2luKGZvbGRlciwgYCR7bmFtZX0ubWRgKSwgbWFya2Rvd24pO1xuICBmb3IgKGNvbnN0IGZpbGUgb2YgZ2xvYlN5bmMoUElDVFVSRVMsIHsgY3dkOiByb290IH0pKSBjcFN5bmMoam9pbihyb290LCBmaWxlKSwgam9pbihmb2xkZXIsIGZpbGUucmVwbGFjZSgnZG9jcy8nLCAnJykpKTtcbiAgbWtkaXJTeW5jKGpvaW4oZm9sZGVyLCAncHVibGljJykpO1xuICBjcFN5bmMoam9pbihyb290LCBNQVJLKSwgam9pbihmb2xkZXIsICdwdWJsaWMvbWFyay5zdmcnKSk7XG4gIGZvciAoY29uc3QgZmlsZSBvZiBnbG9iU3luYyhQVUJMSVNIRUQsIHsgY3dkOiByb290IH0pKSBjcFN5bmMoam9pbihyb290LCBmaWxlKSwgam9pbihmb2xkZXIsICdwdWJsaWMnLCBmaWxlLnJlcGxhY2UoJ2RvY3MvJywgJycpKSk7XG59XG5cbi8qKiBGb3IgYXNzaXN0YW50czogd2hhdCBpcyB3aGVyZSwgaW4gb25lIGZpbGUgKHtAbGluayBodHRwczovL2xsbXN0eHQub3JnfSkuICovXG5leHBvcnQgZnVuY3Rpb24gbGxtc1RleHQoeyBncm91cHMgfTogU2l0ZSk6IHN0cmluZyB7XG4gIGNvbnN0IGxpc3RzID0gZ3JvdXBzLm1hcCgoeyB0aXRsZSwgcGFnZXMgfSkgPT4ge1xuICAgIGNvbnN0IGxpbmVzID0gcGFnZXMubWFwKChwYWdlKSA9PiBgLSBbJHtwYWdlLnRpdGxlfV0oLi8ke3BhZ2UubmFtZX0ubWQpOiAke3BhZ2UuZGVzY3JpcHRpb259YCk7XG4gICAgcmV0dXJuIGAjIyAke3RpdGxlfVxcblxcbiR7bGluZXMuam9pbignXFxuJyl9YDtcbiAgfSk7XG4gIHJldHVybiBgJHtbTExNU19TVEFSVCwgLi4ubGlzdHMsIExMTVNfRklMRVNdLmpvaW4oJ1xcblxcbicpfVxcbmA7XG59XG5cbmNvbnN0IExMTVNfU1RBUlQgPSBgIyBQYXJjZWwtZXZlbnQgd2ViaG9va3NcblxuPiBBIHNlcnZpY2UgdGhhdCBhbnlvbmUgY2FuIGhvc3Q6IGl0IHR1cm5zIGNhcnJpZXJzJyBzY2FucyBpbnRvIGVsZXZlbiB0cmFja2luZyBldmVudHMgYW5kIHNlbmRzIGVhY2ggZXZlbnQgYXMgYSBzaWduZWQgSFRUUFMgd2ViaG9vaywgd2l0aCAxNSByZXRyaWVzIGF0IDMwLW1pbnV0ZSBpbnRlcnZhbHMuXG5cbkVhY2ggcGFnZSBpcyBvbmUgTWFya2Rvd24gZmlsZS4gVG8gd3JpdGUgYSByZWNlaXZlciwgcmVhZCBbYXNzaXN0YW50cy5tZF0oLi9hc3Npc3RhbnRzLm1kKSBmaXJzdCwgdGhlbiBbZXZlbnRzLm1kXSguL2V2ZW50cy5tZCkgYW5kIFtzaWduYXR1cmVzLm1kXSguL3NpZ25hdHVyZXMubWQpLmA7XG5cbmNvbnN0IExMTVNfRklMRVMgPSBgIyMgRmlsZXMgZm9yIHByb2dyYW1zXG5cbi0gW29wZW5hcGkuanNvbl0oLi9vcGVuYXBpLmpzb24pOiBldmVyeSByb3V0ZSBvZiB0aGUgQVBJLCBhbmQgZXZlcnkgd2ViaG9vayB3aXRoIGFuIGV4YW1wbGVcbi0gW3dlYmhvb2stcGF5bG9hZC5zY2hlbWEuanNvbl0oLi9zY2hlbWFzL3dlYmhvb2stcGF5bG9hZC5zY2hlbWEuanNvbik6IHRoZSBib2R5IG9mIGVhY2ggZXZlbnRcbi0gW2Nsb3VkLWV2ZW50LnNjaGVtYS5qc29uXSguL3NjaGVtYXMvY2xvdWQtZXZlbnQuc2NoZW1hLmpzb24pOiB0aGUgc2FtZSBhcyBDbG91ZEV2ZW50c1xuLSBbb3BlcmF0aW9uYWwtZXZlbnQuc2NoZW1hLmpzb25dKC4vc2NoZW1hcy9vcGVyYXRpb25hbC1ldmVudC5zY2hlbWEuanNvbik6IGV2ZW50cyBhYm91dCByZWNlaXZlcnNcbi0gW2FzeW5jYXBpLnlhbWxdKC4vYXN5bmNhcGkueWFtbCk6IHRoZSB0b3BpY3Mgb24gS2Fma2EsIHdpdGggW3NjYW4tMV0oLi9zY2hlbWFzL3NjYW4tMS5zY2hlbWEuanNvbikgYW5kIFtyZWNvcmQtMV0oLi9zY2hlbWFzL3JlY29yZC0xLnNjaGVtYS5qc29uKWA7XG5cbmZ1bmN0aW9uIHBsYWNlc09mKHJvb3Q6IHN0cmluZywgeyBhZGRyZXNzLCByZWYgfTogeyByZWFkb25seSBhZGRyZXNzOiBzdHJpbmc7IHJlYWRvbmx5IHJlZjogc3RyaW5nIH0pOiBQbGFjZXMge1xuICBjb25zdCBmaWxlcyA9IGdsb2JTeW5jKFsuLi5QVUJMSVNIRUQsIC4uLlBJQ1RVUkVTXSwgeyBjd2Q6IHJvb3QgfSk7XG4gIHJldHVybiB7XG4gICAgcGFnZXM6IG5ldyBNYXAoW0hPTUUsIC4uLlBBR0VTXS5tYXAoKHsgZmlsZSwgbmFtZSB9KSA9PiBbZmlsZSwgbmFtZV0pKSxcbiAgICB0aXRsZXM6IG5ldyBNYXAoUEFHRVMubWFwKCh7IGZpbGUgfSkgPT4gW2ZpbGUsIHRpdGxlT2Yocm9vdCwgZmlsZSldKSksXG4gICAgZmlsZXM6IG5ldyBNYXAoW1xuICAgICAgLi4uZmlsZXMubWFwKChmaWxlKSA9PiBbZmlsZSwgZmlsZS5yZXBsYWNlKCdkb2NzLycsICcnKV0gYXMgY29uc3QpLFxuICAgICAgLi4uTUFERS5tYXAoKGZpbGUpID0+IFtgc2l0ZS9wYWdlcy8ke2ZpbGV9YCwgZmlsZV0gYXMgY29uc3QpLFxuICAgIF0pLFxuICAgIHJlcG9zaXRvcnk6IGFkZHJlc3MsXG4gICAgcmVmLFxuICAgIGlzRm9sZGVyOiAocGF0aCkgPT4gc3RhdFN5bmMoam9pbihyb290LCBwYXRoKSwgeyB0aHJvd0lmTm9FbnRyeTogZmFsc2UgfSk/LmlzRGlyZWN0b3J5KCkgPz8gZmFsc2UsXG4gIH07XG59XG5cbmZ1bmN0aW9uIHN0YWdlUGFnZShyb290OiBzdHJpbmcsIHBhZ2U6IFBhZ2UsIHsgcmVhZGVycywgcGxhY2VzIH06IHsgcmVhZG9ubHkgcmVhZGVyczogc3RyaW5nOyByZWFkb25seSBwbGFjZXM6IFBsYWNlcyB9KTogU3RhZ2VkUGFnZSB7XG4gIGNvbnN0IHRleHQgPSBmaWxsKHJvb3QsIHJlYWRGaWxlU3luYyhqb2luKHJvb3QsIHBhZ2UuZmlsZSksICd1dGY4JykpO1xuICBjb25zdCBtYXJrZG93biA9IHJld3JpdGVMaW5rcyh0ZXh0LCBwYWdlLmZpbGUsIHBsYWNlcyk7XG4gIGNvbnN0IHRpdGxlID0gdGl0bGVPZihyb290LCBwYWdlLmZpbGUpO1xuICBjb25zdCBzdGFydCA9IGAjICR7dGl0bGV9YDtcbiAgaWYgKHBhZ2UgPT09IEhPTUUpIHJldHVybiB7IC4uLnBhZ2UsIHRpdGxlLCBkZXNjcmlwdGlvbjogJycsIG1hcmtkb3duIH07XG4gIHJldHVybiB7XG4gICAgLi4ucGFnZSxcbiAgICB0aXRsZSxcbiAgICBkZXNjcmlwdGlvbjogZmlyc3RTZW50ZW5jZSh0ZXh0LnNsaWNlKHRleHQuaW5kZXhPZihzdGFydCkgKyBzdGFydC5sZW5ndGgpKSxcbiAgICBtYXJrZG93bjogbWFya2Rvd24ucmVwbGFjZShzdGFydCwgYCR7c3RhcnR9XFxuXFxuKkZvciAke3JlYWRlcnN9IFx1MDBCNyAke3RpbWVPZihwYWdlLCB0ZXh0KX0qYCksXG4gIH07XG59XG5cbmZ1bmN0aW9uIHRpbWVPZih7IG1pbnV0ZXNUb0RvIH06IFBhZ2UsIHRleHQ6IHN0cmluZyk6IHN0cmluZyB7XG4gIGlmIChtaW51dGVzVG9EbyAhPT0gdW5kZWZpbmVkKSByZXR1cm4gYCR7bWludXRlc1RvRG99IG1pbnV0ZXMgdG8gZG9gO1xuICBjb25zdCBtaW51dGVzID0gTWF0aC5jZWlsKHRleHQucmVwbGFjZUFsbCgvXmBgYFteXSo/XmBgYC9nbSwgJycpLnNwbGl0KC9cXHMrLykubGVuZ3RoIC8gV09SRFNfQV9NSU5VVEUpO1xuICByZXR1cm4gYCR7bWludXRlc30gJHttaW51dGVzID09PSAxID8gJ21pbnV0ZScgOiAnbWludXRlcyd9IHRvIHJlYWRgO1xufVxuXG4vKiogQHJldHVybnMgdGhlIHNlbnRlbmNlIHdpdGhvdXQgTWFya2Rvd24ncyBzaWducyAqL1xuZnVuY3Rpb24gZmlyc3RTZW50ZW5jZSh0ZXh0OiBzdHJpbmcpOiBzdHJpbmcge1xuICBjb25zdCBwYXJhZ3JhcGggPSB0ZXh0LnNwbGl0KC9cXG5cXHMqXFxuLykuZmluZCgoZWFjaCkgPT4gL15cXHMqKD86XFwqXFwqKT9bXFxwe0x9YFtdL3UudGVzdChlYWNoKSkgPz8gJyc7XG4gIGNvbnN0IHBsYWluID0gcGFyYWdyYXBoXG4gICAgLnRyaW0oKVxuICAgIC5yZXBsYWNlQWxsKC9cXFsoW15cXF1dKylcXF1cXChbXildK1xcKS9nLCAnJDEnKVxuICAgIC5yZXBsYWNlQWxsKC9bKmBdL2csICcnKVxuICAgIC5yZXBsYWNlQWxsKCdcXG4nLCAnICcpO1xuICByZXR1cm4gL14uKz9bLjpdKD89XFxzfCQpLy5leGVjKHBsYWluKT8uWzBdLnJlcGxhY2UoLzokLywgJy4nKSA/PyBwbGFpbjtcbn1cblxuLyoqIEZpbGxzIGluIHdoYXQgdGhlIHNpdGUncyBvd24gcGFnZXMgbGlzdC4gKi9cbmZ1bmN0aW9uIGZpbGwocm9vdDogc3RyaW5nLCB0ZXh0OiBzdHJpbmcpOiBzdHJpbmcge1xuICByZXR1cm4gdGV4dC5yZXBsYWNlKCc8IS0tIGV2ZW50cyAtLT4nLCAoKSA9PiBldmVudFBhcnRzKHNvdXJjZXNPZihyb290KSkpLnJlcGxhY2UoJzwhLS0gZGVjaXNpb25zIC0tPicsICgpID0+IGRlY2lzaW9uc0xpc3Qocm9vdCkpO1xufVxuXG5mdW5jdGlvbiBzb3VyY2VzT2Yocm9vdDogc3RyaW5nKTogU291cmNlcyB7XG4gIGNvbnN0IHJlYWQgPSAoZmlsZTogc3RyaW5nKTogdW5rbm93biA9PiBKU09OLnBhcnNlKHJlYWRGaWxlU3luYyhqb2luKHJvb3QsICdkb2NzJywgZmlsZSksICd1dGY4JykpO1xuICBjb25zdCBzY2hlbWFzID0gWyd3ZWJob29rLXBheWxvYWQnLCAnb3BlcmF0aW9uYWwtZXZlbnQnXS5tYXAoKG5hbWUpID0+IHJlYWQoYHNjaGVtYXMvJHtuYW1lfS5zY2hlbWEuanNvbmApKTtcbiAgcmV0dXJuIHsgb3BlbmFwaTogcmVhZCgnb3BlbmFwaS5qc29uJyksIHNjaGVtYXMgfSBhcyBTb3VyY2VzO1xufVxuXG5jb25zdCBkZWNpc2lvbnNMaXN0ID0gKHJvb3Q6IHN0cmluZyk6IHN0cmluZyA9PlxuICBERUNJU0lPTl9QQUdFUy5wYWdlcy5tYXAoKHsgZmlsZSB9KSA9PiBgLSBbJHt0aXRsZU9mKHJvb3QsIGZpbGUpfV0oLi4vLi4vJHtmaWxlfSlgKS5qb2luKCdcXG4nKTtcblxuZnVuY3Rpb24gdGl0bGVPZihyb290OiBzdHJpbmcsIGZpbGU6IHN0cmluZyk6IHN0cmluZyB7XG4gIGNvbnN0IFssIHRpdGxlXSA9IC9eIyAoLispJC9tLmV4ZWMocmVhZEZpbGVTeW5jKGpvaW4ocm9vdCwgZmlsZSksICd1dGY4JykpID8/IFtdO1xuICBpZiAodGl0bGUgPT09IHVuZGVmaW5lZCkgdGhyb3cgbmV3IEVycm9yKGAke2ZpbGV9IGhhcyBubyB0aXRsZWApO1xuICByZXR1cm4gdGl0bGU7XG59XG5cbmZ1bmN0aW9uIHdyaXRlKHBhdGg6IHN0cmluZywgdGV4dDogc3RyaW5nKTogdm9pZCB7XG4gIG1rZGlyU3luYyhkaXJuYW1lKHBhdGgpLCB7IHJlY3Vyc2l2ZTogdHJ1ZSB9KTtcbiAgd3JpdGVGaWxlU3luYyhwYXRoLCB0ZXh0KTtcbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3dvcmsvbWFpbi9zaXRlXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvd29yay9tYWluL3NpdGUvZXZlbnQtcmVmZXJlbmNlLnRzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy93b3JrL21haW4vc2l0ZS9ldmVudC1yZWZlcmVuY2UudHNcIjsvLyBUaGUgcGFnZSB0aGF0IHNob3dzIGVhY2ggZXZlbnQncyBleGFtcGxlIGFuZCBzY2hlbWEgc2lkZSBieSBzaWRlLCBmcm9tIGRvY3Mvb3BlbmFwaS5qc29uIGFuZCBkb2NzL3NjaGVtYXMuXG5cbmV4cG9ydCBpbnRlcmZhY2UgU2NoZW1hIHtcbiAgcmVhZG9ubHkgdGl0bGU/OiBzdHJpbmc7XG4gIHJlYWRvbmx5IG9uZU9mPzogcmVhZG9ubHkgU2NoZW1hW107XG4gIC8qKiBXaGF0IHRoZSBicmFuY2hlcyBzaGFyZTsgdGhleSByZWZlciB0byBpdCBieSBuYW1lLiAqL1xuICByZWFkb25seSAkZGVmcz86IFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsIHVua25vd24+Pjtcbn1cblxuaW50ZXJmYWNlIFdlYmhvb2sge1xuICByZWFkb25seSBwb3N0OiB7IHJlYWRvbmx5IHN1bW1hcnk6IHN0cmluZzsgcmVhZG9ubHkgcmVxdWVzdEJvZHk6IHsgcmVhZG9ubHkgY29udGVudDogQ29udGVudCB9IH07XG59XG5cbnR5cGUgQ29udGVudCA9IFJlYWRvbmx5PFJlY29yZDwnYXBwbGljYXRpb24vanNvbicsIHsgcmVhZG9ubHkgZXhhbXBsZXM6IFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsIHsgcmVhZG9ubHkgdmFsdWU6IHVua25vd24gfT4+IH0+PjtcblxuZXhwb3J0IGludGVyZmFjZSBTb3VyY2VzIHtcbiAgcmVhZG9ubHkgb3BlbmFwaTogeyByZWFkb25seSB3ZWJob29rczogUmVhZG9ubHk8UmVjb3JkPHN0cmluZywgV2ViaG9vaz4+IH07XG4gIC8qKiB3ZWJob29rLXBheWxvYWQuc2NoZW1hLmpzb24gYW5kIG9wZXJhdGlvbmFsLWV2ZW50LnNjaGVtYS5qc29uOiBvbmUgYnJhbmNoIGZvciBlYWNoIGV2ZW50ICovXG4gIHJlYWRvbmx5IHNjaGVtYXM6IHJlYWRvbmx5IFNjaGVtYVtdO1xufVxuXG4vKiogUmV0dXJucyB0aGUgcGFydHMgb2YgdGhlIHBhZ2UsIG9uZSBmb3IgZWFjaCBldmVudCwgaW4gdGhlIG9yZGVyIG9mIHRoZSBkb2N1bWVudC4gKi9cbmV4cG9ydCBmdW5jdGlvbiBldmVudFBhcnRzKHsgb3BlbmFwaSwgc2NoZW1hcyB9OiBTb3VyY2VzKTogc3RyaW5nIHtcbiAgY29uc3QgYnJhbmNoZXMgPSBuZXcgTWFwKHNjaGVtYXMuZmxhdE1hcCgoeyBvbmVPZiA9IFtdIH0pID0+IG9uZU9mLm1hcCgoYnJhbmNoKSA9PiBbYnJhbmNoLnRpdGxlLCBicmFuY2hdKSkpO1xuICBjb25zdCBldmVudHMgPSBPYmplY3QuZW50cmllcyhvcGVuYXBpLndlYmhvb2tzKS5tYXAoKFtldmVudCwgeyBwb3N0IH1dKSA9PiB7XG4gICAgY29uc3Qgc2NoZW1hID0gYnJhbmNoZXMuZ2V0KGV2ZW50KTtcbiAgICBpZiAoc2NoZW1hID09PSB1bmRlZmluZWQpIHRocm93IG5ldyBFcnJvcihgbm8gc2NoZW1hIGRlc2NyaWJlcyAke2V2ZW50fWApO1xuICAgIGNvbnN0IFssIG1lYW5pbmcgPSAnJ10gPSBwb3N0LnN1bW1hcnkuc3BsaXQoJzogJyk7XG4gICAgcmV0dXJuIFtgIyMgJHtldmVudH1gLCBtZWFuaW5nLCBiZXNpZGUoYmxvY2soJ0V4YW1wbGUnLCBleGFtcGxlT2YocG9zdCwgJ3BsYWluJykpLCBibG9jaygnU2NoZW1hJywgc2NoZW1hKSldLmpvaW4oJ1xcblxcbicpO1xuICB9KTtcbiAgY29uc3QgZmlyc3QgPSBPYmplY3QudmFsdWVzKG9wZW5hcGkud2ViaG9va3MpWzBdO1xuICBpZiAoZmlyc3QgPT09IHVuZGVmaW5lZCkgdGhyb3cgbmV3IEVycm9yKCd0aGUgZG9jdW1lbnQgaGFzIG5vIHdlYmhvb2tzJyk7XG4gIGNvbnN0IHNoYXJlZCA9IE9iamVjdC5hc3NpZ24oe30sIC4uLnNjaGVtYXMubWFwKCh7ICRkZWZzIH0pID0+ICRkZWZzKSkgYXMgb2JqZWN0O1xuICBjb25zdCBjb21tb24gPSBbXG4gICAgJyMjIFNoYXJlZCBieSBhbGwgZXZlbnRzJyxcbiAgICAnVGhlIHNjaGVtYXMgYmVsb3cgcmVmZXIgdG8gdGhlc2UgcGFydHMgYnkgYCMvJGRlZnMvXHUyMDI2YC4gV2l0aCBgZm9ybWF0OiBjbG91ZGV2ZW50c2AsIHRoZSByZWNlaXZlciBnZXRzIGFuIGVudmVsb3BlIGFyb3VuZCB0aGUgc2FtZSBjb250ZW50LicsXG4gICAgYmVzaWRlKGJsb2NrKCdTaGFyZWQgcGFydHMnLCB7ICRkZWZzOiBzaGFyZWQgfSksIGJsb2NrKCdBbiBldmVudCBhcyBhIENsb3VkRXZlbnQnLCBleGFtcGxlT2YoZmlyc3QucG9zdCwgJ2Nsb3VkZXZlbnRzJykpKSxcbiAgXTtcbiAgcmV0dXJuIFsuLi5jb21tb24sIC4uLmV2ZW50c10uam9pbignXFxuXFxuJyk7XG59XG5cbmNvbnN0IGV4YW1wbGVPZiA9ICh7IHJlcXVlc3RCb2R5IH06IFdlYmhvb2tbJ3Bvc3QnXSwgZm9ybWF0OiBzdHJpbmcpOiB1bmtub3duID0+XG4gIHJlcXVlc3RCb2R5LmNvbnRlbnRbJ2FwcGxpY2F0aW9uL2pzb24nXS5leGFtcGxlc1tmb3JtYXRdPy52YWx1ZTtcblxuY29uc3QgYmVzaWRlID0gKC4uLmJsb2NrczogcmVhZG9ubHkgc3RyaW5nW10pOiBzdHJpbmcgPT4gWyc8ZGl2IGNsYXNzPVwiYmVzaWRlXCI+JywgLi4uYmxvY2tzLCAnPC9kaXY+J10uam9pbignXFxuXFxuJyk7XG5cbmNvbnN0IGJsb2NrID0gKHRpdGxlOiBzdHJpbmcsIHZhbHVlOiB1bmtub3duKTogc3RyaW5nID0+XG4gIGA8ZGl2PlxcblxcbioqJHt0aXRsZX0qKlxcblxcblxcYFxcYFxcYGpzb25cXG4ke0pTT04uc3RyaW5naWZ5KHZhbHVlLCBudWxsLCAyKX1cXG5cXGBcXGBcXGBcXG5cXG48L2Rpdj5gO1xuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay9tYWluL3NpdGVcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi93b3JrL21haW4vc2l0ZS9saW5rcy50c1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vd29yay9tYWluL3NpdGUvbGlua3MudHNcIjsvLyBUaGUgbGlua3Mgb2YgYSBkb2N1bWVudCBsZWFkIHRvIGZpbGVzIG9mIHRoZSByZXBvc2l0b3J5LiBPbiB0aGUgc2l0ZSB0aGV5IGxlYWQgdG8gcGFnZXMsIHRvIHB1Ymxpc2hlZCBmaWxlcywgb3IgdG8gdGhlIGNvZGUgaG9zdC5cbmltcG9ydCB7IHBvc2l4IH0gZnJvbSAnbm9kZTpwYXRoJztcblxuZXhwb3J0IGludGVyZmFjZSBQbGFjZXMge1xuICAvKiogRnJvbSB0aGUgcGF0aCBpbiB0aGUgcmVwb3NpdG9yeSB0byB0aGUgbmFtZSBvZiB0aGUgcGFnZS4gKi9cbiAgcmVhZG9ubHkgcGFnZXM6IFJlYWRvbmx5TWFwPHN0cmluZywgc3RyaW5nPjtcbiAgLyoqIEZyb20gdGhlIHBhdGggaW4gdGhlIHJlcG9zaXRvcnkgdG8gdGhlIHRpdGxlIG9mIHRoZSBwYWdlLiBJdCByZXBsYWNlcyB0aGUgbmFtZSBvZiBhIGZpbGUgYXMgdGhlIHRleHQgb2YgYSBsaW5rLiAqL1xuICByZWFkb25seSB0aXRsZXM6IFJlYWRvbmx5TWFwPHN0cmluZywgc3RyaW5nPjtcbiAgLyoqIEZyb20gdGhlIHBhdGggaW4gdGhlIHJlcG9zaXRvcnkgdG8gdGhlIHBhdGggb24gdGhlIHNpdGUsIGZvciBmaWxlcyB0aGF0IHRoZSBzaXRlIHB1Ymxpc2hlcyBhcyB0aGV5IGFyZS4gKi9cbiAgcmVhZG9ubHkgZmlsZXM6IFJlYWRvbmx5TWFwPHN0cmluZywgc3RyaW5nPjtcbiAgLyoqIFdoZXJlIHRoZSByZXBvc2l0b3J5IGNhbiBiZSByZWFkOiBgaHR0cHM6Ly9jb2RlLmV4YW1wbGUvb3duZXIvbmFtZWAuICovXG4gIHJlYWRvbmx5IHJlcG9zaXRvcnk6IHN0cmluZztcbiAgLyoqIFRoZSB0YWcgb3IgY29tbWl0IG9mIHRoaXMgc2l0ZS4gKi9cbiAgcmVhZG9ubHkgcmVmOiBzdHJpbmc7XG4gIC8qKiBUcnVlIGZvciBhIHBhdGggb2YgdGhlIHJlcG9zaXRvcnkgdGhhdCBpcyBhIGZvbGRlci4gKi9cbiAgcmVhZG9ubHkgaXNGb2xkZXI6IChwYXRoOiBzdHJpbmcpID0+IGJvb2xlYW47XG59XG5cbmNvbnN0IEZFTkNFID0gLyheYGBgW15dKj9eYGBgKS9tO1xuY29uc3QgTElOSyA9IC8oPzw9XFxdXFwoKSg/PGxpbms+W14pXFxzXSspKD89XFwpKXwoPzw9XFxzKD86c3JjfGhyZWZ8c3Jjc2V0KT1cIikoPzxhdHRyaWJ1dGU+W15cIlxcc10rKSg/PVwiKS9nO1xuXG4vKiogQSBsaW5rIHdob3NlIHRleHQgaXMgdGhlIG5hbWUgb2YgYSBmaWxlOyB0aGUgZmlsZSBpcyBiZWhpbmQgaXQuICovXG5jb25zdCBOQU1FRF9CWV9GSUxFID0gL1xcW1tcXHcuLy1dK1xcLm1kXFxdKD89XFwoKD88ZmlsZT5bXilcXHMjXSspKD86I1teKVxcc10qKT9cXCkpL2c7XG5cbi8qKlxuICogUmV3cml0ZXMgdGhlIGxpbmtzIG9mIGEgZG9jdW1lbnQgb3V0c2lkZSBpdHMgY29kZS5cbiAqIEBwYXJhbSBmaWxlIHRoZSBwYXRoIG9mIHRoZSBkb2N1bWVudCBpbiB0aGUgcmVwb3NpdG9yeVxuICovXG5leHBvcnQgZnVuY3Rpb24gcmV3cml0ZUxpbmtzKG1hcmtkb3duOiBzdHJpbmcsIGZpbGU6IHN0cmluZywgcGxhY2VzOiBQbGFjZXMpOiBzdHJpbmcge1xuICBjb25zdCBwYWdlID0gcGxhY2VzLnBhZ2VzLmdldChmaWxlKTtcbiAgaWYgKHBhZ2UgPT09IHVuZGVmaW5lZCkgdGhyb3cgbmV3IEVycm9yKGAke2ZpbGV9IGhhcyBubyBwYWdlYCk7XG4gIGNvbnN0IHdpdGhUaXRsZXMgPSAodGV4dDogc3RyaW5nKTogc3RyaW5nID0+XG4gICAgdGV4dC5yZXBsYWNlKE5BTUVEX0JZX0ZJTEUsICh3aG9sZSwgbGluazogc3RyaW5nKSA9PiB7XG4gICAgICBjb25zdCB0aXRsZSA9IHBsYWNlcy50aXRsZXMuZ2V0KHRhcmdldE9mKGxpbmssIGZpbGUsIHBsYWNlcy5yZXBvc2l0b3J5KSA/PyAnJyk7XG4gICAgICByZXR1cm4gdGl0bGUgPT09IHVuZGVmaW5lZCA/IHdob2xlIDogYFske3RpdGxlfV1gO1xuICAgIH0pO1xuICBjb25zdCByZXdyaXR0ZW4gPSAodGV4dDogc3RyaW5nKTogc3RyaW5nID0+XG4gICAgdGV4dC5yZXBsYWNlKExJTkssIChsaW5rLCBfLCBhdHRyaWJ1dGUpID0+IHtcbiAgICAgIGNvbnN0IHdyaXR0ZW4gPSByZXdyaXRlKGxpbmssIHsgZmlsZSwgcGFnZSB9LCBwbGFjZXMpO1xuICAgICAgLy8gVml0ZVByZXNzIHJld3JpdGVzIGAubWRgIGluIGxpbmtzIG9mIE1hcmtkb3duIG9ubHkuXG4gICAgICByZXR1cm4gYXR0cmlidXRlID09PSB1bmRlZmluZWQgPyB3cml0dGVuIDogd3JpdHRlbi5yZXBsYWNlKC9eKFxcLlteI10qKVxcLm1kKD89I3wkKS8sICckMScpO1xuICAgIH0pO1xuICByZXR1cm4gbWFya2Rvd25cbiAgICAuc3BsaXQoRkVOQ0UpXG4gICAgLm1hcCgocGFydCwgaW5kZXgpID0+IChpbmRleCAlIDIgPT09IDEgPyBwYXJ0IDogcmV3cml0dGVuKHdpdGhUaXRsZXMocGFydCkpKSlcbiAgICAuam9pbignJyk7XG59XG5cbmZ1bmN0aW9uIHJld3JpdGUobGluazogc3RyaW5nLCBmcm9tOiB7IGZpbGU6IHN0cmluZzsgcGFnZTogc3RyaW5nIH0sIHBsYWNlczogUGxhY2VzKTogc3RyaW5nIHtcbiAgY29uc3QgW3BhdGggPSAnJywgYW5jaG9yXSA9IGxpbmsuc3BsaXQoJyMnKTtcbiAgY29uc3QgdGFyZ2V0ID0gdGFyZ2V0T2YocGF0aCwgZnJvbS5maWxlLCBwbGFjZXMucmVwb3NpdG9yeSk7XG4gIGlmICh0YXJnZXQgPT09IHVuZGVmaW5lZCkgcmV0dXJuIGxpbms7XG4gIGNvbnN0IGFmdGVyID0gYW5jaG9yID09PSB1bmRlZmluZWQgPyAnJyA6IGAjJHthbmNob3J9YDtcbiAgY29uc3QgbmFtZSA9IHBsYWNlcy5wYWdlcy5nZXQodGFyZ2V0KSA/PyBwbGFjZXMucGFnZXMuZ2V0KGAke3RhcmdldH0vUkVBRE1FLm1kYCk7XG4gIGlmIChuYW1lICE9PSB1bmRlZmluZWQpIHJldHVybiBgJHtyZWxhdGl2ZShmcm9tLnBhZ2UsIGAke25hbWV9Lm1kYCl9JHthZnRlcn1gO1xuICBjb25zdCBwdWJsaXNoZWQgPSBwbGFjZXMuZmlsZXMuZ2V0KHRhcmdldCk7XG4gIGlmIChwdWJsaXNoZWQgIT09IHVuZGVmaW5lZCkgcmV0dXJuIHJlbGF0aXZlKGZyb20ucGFnZSwgcHVibGlzaGVkKSArIGFmdGVyO1xuICByZXR1cm4gYCR7cGxhY2VzLnJlcG9zaXRvcnl9LyR7cGxhY2VzLmlzRm9sZGVyKHRhcmdldCkgPyAndHJlZScgOiAnYmxvYid9LyR7cGxhY2VzLnJlZn0vJHt0YXJnZXR9JHthZnRlcn1gO1xufVxuXG4vKipcbiAqIEByZXR1cm5zIHRoZSBwYXRoIGluIHRoZSByZXBvc2l0b3J5OyB1bmRlZmluZWQgZm9yIGEgbGluayB0byBlbHNld2hlcmUgb3Igd2l0aGluIHRoZSBwYWdlLiBSRUFETUVzIG9mIHBhY2thZ2VzIGFyZSByZWFkIG91dHNpZGUgdGhlXG4gKiByZXBvc2l0b3J5LCB0b28sIHNvIHRoZXkgbGluayB0byBpdCBieSBpdHMgYWRkcmVzcy5cbiAqL1xuZnVuY3Rpb24gdGFyZ2V0T2YocGF0aDogc3RyaW5nLCBmaWxlOiBzdHJpbmcsIHJlcG9zaXRvcnk6IHN0cmluZyk6IHN0cmluZyB8IHVuZGVmaW5lZCB7XG4gIGlmIChwYXRoLnN0YXJ0c1dpdGgoYCR7cmVwb3NpdG9yeX0vYCkpIHJldHVybiAvXig/OmJsb2J8dHJlZSlcXC9tYWluXFwvKC4rKS8uZXhlYyhwYXRoLnNsaWNlKHJlcG9zaXRvcnkubGVuZ3RoICsgMSkpPy5bMV07XG4gIGlmIChwYXRoID09PSAnJyB8fCAvXig/OlthLXpdKzp8XFwvKS8udGVzdChwYXRoKSkgcmV0dXJuIHVuZGVmaW5lZDtcbiAgcmV0dXJuIHBvc2l4LmpvaW4ocG9zaXguZGlybmFtZShmaWxlKSwgcGF0aCkucmVwbGFjZSgvXFwvJC8sICcnKTtcbn1cblxuZnVuY3Rpb24gcmVsYXRpdmUocGFnZTogc3RyaW5nLCBwYXRoOiBzdHJpbmcpOiBzdHJpbmcge1xuICBjb25zdCB3YXkgPSBwb3NpeC5yZWxhdGl2ZShwb3NpeC5kaXJuYW1lKHBhZ2UpLCBwYXRoKTtcbiAgcmV0dXJuIHdheS5zdGFydHNXaXRoKCcuJykgPyB3YXkgOiBgLi8ke3dheX1gO1xufVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay9tYWluL3NpdGVcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi93b3JrL21haW4vc2l0ZS9wYWdlcy50c1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vd29yay9tYWluL3NpdGUvcGFnZXMudHNcIjsvLyBFdmVyeSBwYWdlIG9mIHRoZSBzaXRlLCBpbiB0aGUgb3JkZXIgb2YgaXRzIG1lbnUuIEEgZG9jdW1lbnQgdGhhdCBpcyBtaXNzaW5nIGhlcmUgZmFpbHMgdGVzdC90cnV0aC9zaXRlLnNwZWMudHMuXG5cbi8qKiBBIGZpbGUgb2YgdGhlIHJlcG9zaXRvcnkgYW5kIGl0cyBwYWdlLiAqL1xuZXhwb3J0IGludGVyZmFjZSBQYWdlIHtcbiAgLyoqIFRoZSBwYXRoIGluIHRoZSByZXBvc2l0b3J5LiAqL1xuICByZWFkb25seSBmaWxlOiBzdHJpbmc7XG4gIC8qKiBUaGUgbmFtZSBvZiB0aGUgcGFnZSwgd2l0aG91dCBleHRlbnNpb24uIEl0IGlzIHRoZSBmaWxlJ3Mgb3duIG5hbWUgZm9yIGRvY3VtZW50cyBpbiBkb2NzLy4gKi9cbiAgcmVhZG9ubHkgbmFtZTogc3RyaW5nO1xuICAvKiogRm9yIHBhZ2VzIHRoYXQgYXJlIGRvbmUgYW5kIG5vdCBvbmx5IHJlYWQuICovXG4gIHJlYWRvbmx5IG1pbnV0ZXNUb0RvPzogbnVtYmVyO1xuICAvKiogRm9yIHdob20gdGhlIHBhZ2UgaXMsIGFmdGVyIFwiRm9yXCI7IHdpdGhvdXQgaXQgZm9yIHRoZSByZWFkZXJzIG9mIHRoZSBncm91cC4gKi9cbiAgcmVhZG9ubHkgcmVhZGVycz86IHN0cmluZztcbiAgLyoqIFRoZSB3b3JkcyBvZiB0aGUgbWVudTsgd2l0aG91dCB0aGVtIHRoZSBwYWdlJ3MgdGl0bGUuICovXG4gIHJlYWRvbmx5IHNob3J0Pzogc3RyaW5nO1xufVxuXG5leHBvcnQgaW50ZXJmYWNlIEdyb3VwIHtcbiAgcmVhZG9ubHkgdGl0bGU6IHN0cmluZztcbiAgLyoqIEZvciB3aG9tIHRoZSBwYWdlcyBhcmUsIGFmdGVyIFwiRm9yXCIuICovXG4gIHJlYWRvbmx5IHJlYWRlcnM6IHN0cmluZztcbiAgcmVhZG9ubHkgcGFnZXM6IHJlYWRvbmx5IFBhZ2VbXTtcbn1cblxuY29uc3QgZG9jcyA9ICguLi5uYW1lczogcmVhZG9ubHkgc3RyaW5nW10pOiBQYWdlW10gPT4gbmFtZXMubWFwKChuYW1lKSA9PiAoeyBmaWxlOiBgZG9jcy8ke25hbWV9Lm1kYCwgbmFtZSB9KSk7XG5jb25zdCByZWFkbWUgPSAoZm9sZGVyOiBzdHJpbmcsIG5hbWU6IHN0cmluZywgc2hvcnQ6IHN0cmluZyk6IFBhZ2UgPT4gKHsgZmlsZTogYCR7Zm9sZGVyfS9SRUFETUUubWRgLCBuYW1lLCBzaG9ydCB9KTtcbmNvbnN0IG93biA9IChuYW1lOiBzdHJpbmcpOiBQYWdlID0+ICh7IGZpbGU6IGBzaXRlL3BhZ2VzLyR7bmFtZX0ubWRgLCBuYW1lIH0pO1xuXG5jb25zdCBERUNJU0lPTlMgPSBbXG4gICcwMDAxLWthZmthLWNsaWVudCcsXG4gICcwMDAyLXN0YXRlLWluLXBvc3RncmVzcWwnLFxuICAnMDAwMy1yb3dzLWJ5LWNhdXNlLXRpbWUnLFxuICAnMDAwNC1zaWduYXR1cmVzJyxcbiAgJzAwMDUtaHR0cC1jbGllbnQnLFxuICAnMDAwNi1yZWNlaXZlci1hdXRoJyxcbiAgJzAwMDctZm9yd2FyZC1wcm94aWVzJyxcbiAgJzAwMDgtcmV0ZW50aW9uJyxcbiAgJzAwMDktc2NhbnMtb2YtYW4tYWNjb3VudCcsXG4gICcwMDEwLXJlZGVsaXZlcnknLFxuICAnMDAxMy1hcGktZGVzY3JpcHRpb24nLFxuICAnMDAxNC1yZWNlaXZlcnMtYnktcGFydGl0aW9uJyxcbiAgJzAwMTUtY29ubmVjdGlvbnMnLFxuICAnMDAxNi1ldmVudHMtbGVmdC1pbi10aGUtdG9waWMnLFxuXTtcblxuZXhwb3J0IGNvbnN0IEhPTUU6IFBhZ2UgPSBvd24oJ2luZGV4Jyk7XG5cbmV4cG9ydCBjb25zdCBHUk9VUFM6IHJlYWRvbmx5IEdyb3VwW10gPSBbXG4gIHtcbiAgICB0aXRsZTogJ1N0YXJ0JyxcbiAgICByZWFkZXJzOiAnZXZlcnlib2R5IHdobyBpcyBuZXcgaGVyZScsXG4gICAgcGFnZXM6IFtcbiAgICAgIHtcbiAgICAgICAgZmlsZTogJ2RvY3MvcXVpY2stc3RhcnQubWQnLFxuICAgICAgICBuYW1lOiAncXVpY2stc3RhcnQnLFxuICAgICAgICByZWFkZXJzOiAnZGV2ZWxvcGVycyB3aG8gd3JpdGUgYSByZWNlaXZlcicsXG4gICAgICAgIG1pbnV0ZXNUb0RvOiA1LFxuICAgICAgICBzaG9ydDogJ0kgcmVjZWl2ZSB3ZWJob29rcycsXG4gICAgICB9LFxuICAgICAgeyBmaWxlOiAnZG9jcy9ydW4taXQubWQnLCBuYW1lOiAncnVuLWl0JywgcmVhZGVyczogJ29wZXJhdG9ycycsIG1pbnV0ZXNUb0RvOiA1LCBzaG9ydDogJ0kgcnVuIGl0JyB9LFxuICAgICAge1xuICAgICAgICBmaWxlOiAnZG9jcy9wdWJsaXNoLXNjYW5zLm1kJyxcbiAgICAgICAgbmFtZTogJ3B1Ymxpc2gtc2NhbnMnLFxuICAgICAgICByZWFkZXJzOiAndGVhbXMgdGhhdCBwdWJsaXNoIHNjYW5zIGFuZCByZWNvcmRzJyxcbiAgICAgICAgbWludXRlc1RvRG86IDUsXG4gICAgICAgIHNob3J0OiAnSSBwdWJsaXNoIHNjYW5zJyxcbiAgICAgIH0sXG4gICAgICB7XG4gICAgICAgIGZpbGU6ICdkb2NzL3doZXJlLWlzLW15LXdlYmhvb2subWQnLFxuICAgICAgICBuYW1lOiAnd2hlcmUtaXMtbXktd2ViaG9vaycsXG4gICAgICAgIHJlYWRlcnM6ICdldmVyeWJvZHkgd2hvIHdhaXRzIGZvciBhIHdlYmhvb2snLFxuICAgICAgICBzaG9ydDogJ1doZXJlIGlzIG15IHdlYmhvb2s/JyxcbiAgICAgIH0sXG4gICAgXSxcbiAgfSxcbiAge1xuICAgIHRpdGxlOiAnUmVjZWl2ZSB3ZWJob29rcycsXG4gICAgcmVhZGVyczogJ2RldmVsb3BlcnMgd2hvIHdyaXRlIGEgcmVjZWl2ZXInLFxuICAgIHBhZ2VzOiBbXG4gICAgICAuLi5kb2NzKCdldmVudHMnLCAncmVjZWl2ZXJzJywgJ2NyZWRlbnRpYWxzJywgJ3NpZ25hdHVyZXMnLCAnaHR0cCcsICdub3RpZmljYXRpb25zJywgJ2xhbmd1YWdlcycsICdjb25zb2xlJyksXG4gICAgICByZWFkbWUoJ3BhY2thZ2VzL2NsaS1ub2RlJywgJ2NsaScsICdDb21tYW5kIGxpbmUnKSxcbiAgICAgIHJlYWRtZSgncGFja2FnZXMvcmVjZWl2ZXItbm9kZScsICdyZWNlaXZlci1ub2RlJywgJ1BhY2thZ2UgZm9yIE5vZGUnKSxcbiAgICAgIHJlYWRtZSgncGFja2FnZXMvcmVjZWl2ZXItcHl0aG9uJywgJ3JlY2VpdmVyLXB5dGhvbicsICdQYWNrYWdlIGZvciBQeXRob24nKSxcbiAgICAgIHJlYWRtZSgncGFja2FnZXMvcmVjZWl2ZXItcGhwJywgJ3JlY2VpdmVyLXBocCcsICdQYWNrYWdlIGZvciBQSFAnKSxcbiAgICAgIHJlYWRtZSgnZXhhbXBsZXMnLCAnZXhhbXBsZXMnLCAnRXhhbXBsZXMnKSxcbiAgICAgIC4uLmRvY3MoJ2Fzc2lzdGFudHMnKSxcbiAgICBdLFxuICB9LFxuICB7XG4gICAgdGl0bGU6ICdDYWxsIHRoZSBBUEknLFxuICAgIHJlYWRlcnM6ICdkZXZlbG9wZXJzIHdobyBjYWxsIHRoZSBBUEknLFxuICAgIHBhZ2VzOiBbLi4uZG9jcygnYXBpJywgJ2NsaWVudHMnLCAndG9rZW5zJyksIHJlYWRtZSgncGFja2FnZXMvY2xpZW50LW5vZGUnLCAnY2xpZW50LW5vZGUnLCAnQ2xpZW50IGZvciBUeXBlU2NyaXB0JyldLFxuICB9LFxuICB7IHRpdGxlOiAnUHVibGlzaCBzY2FucycsIHJlYWRlcnM6ICd0ZWFtcyB0aGF0IHB1Ymxpc2ggc2NhbnMgYW5kIHJlY29yZHMnLCBwYWdlczogZG9jcygndG9waWNzJywgJ21hcHBpbmdzJywgJ2NhcnJpZXJzJykgfSxcbiAge1xuICAgIHRpdGxlOiAnUnVuIGl0JyxcbiAgICByZWFkZXJzOiAnb3BlcmF0b3JzJyxcbiAgICBwYWdlczogW1xuICAgICAgcmVhZG1lKCdkZXBsb3knLCAnZGVwbG95JywgJ0luc3RhbGwnKSxcbiAgICAgIHJlYWRtZSgnZGVwbG95L2hlbG0vcGFyY2VsLWV2ZW50LXdlYmhvb2tzJywgJ2NoYXJ0JywgJ0hlbG0gY2hhcnQgYW5kIGl0cyB2YWx1ZXMnKSxcbiAgICAgIC4uLmRvY3MoJ29wZXJhdGlvbnMnLCAnYmFja3VwLWFuZC1tb3ZlcycsICd1cGdyYWRlJywgJ3J1bmJvb2tzJywgJ3NjYWxpbmcnLCAncGVyc29uYWwtZGF0YScsICdjb21wYXRpYmlsaXR5JyksXG4gICAgXSxcbiAgfSxcbiAge1xuICAgIHRpdGxlOiAnUmVmZXJlbmNlJyxcbiAgICByZWFkZXJzOiAnZXZlcnlib2R5IHdobyBsb29rcyBzb21ldGhpbmcgdXAnLFxuICAgIHBhZ2VzOiBbb3duKCdldmVudC1yZWZlcmVuY2UnKSwgLi4uZG9jcygnZXJyb3JzJywgJ2NvbmZpZ3VyYXRpb24nLCAnbWV0cmljcycsICdnbG9zc2FyeScpXSxcbiAgfSxcbiAge1xuICAgIHRpdGxlOiAnSG93IGl0IHdvcmtzJyxcbiAgICByZWFkZXJzOiAnZXZlcnlib2R5IHdobyBhc2tzIHdoeScsXG4gICAgcGFnZXM6IFtcbiAgICAgIC4uLmRvY3MoJ2RlbGl2ZXJ5JywgJ3NlbmRlcicsICdkb21haW4nLCAncmVsaWFiaWxpdHknLCAncGVyZm9ybWFuY2UnKSxcbiAgICAgIHsgZmlsZTogJ3NpdGUvcGFnZXMvZGVjaXNpb25zLm1kJywgbmFtZTogJ2RlY2lzaW9ucy9pbmRleCcgfSxcbiAgICBdLFxuICB9LFxuXTtcblxuZXhwb3J0IGNvbnN0IERFQ0lTSU9OX1BBR0VTOiBHcm91cCA9IHtcbiAgdGl0bGU6ICdEZWNpc2lvbnMnLFxuICByZWFkZXJzOiAnZXZlcnlib2R5IHdobyBhc2tzIHdoeScsXG4gIHBhZ2VzOiBERUNJU0lPTlMubWFwKChuYW1lKSA9PiAoeyBmaWxlOiBgZG9jcy9kZWNpc2lvbnMvJHtuYW1lfS5tZGAsIG5hbWU6IGBkZWNpc2lvbnMvJHtuYW1lfWAgfSkpLFxufTtcblxuZXhwb3J0IGNvbnN0IFBBR0VTOiByZWFkb25seSBQYWdlW10gPSBbLi4uR1JPVVBTLCBERUNJU0lPTl9QQUdFU10uZmxhdE1hcCgoeyBwYWdlcyB9KSA9PiBwYWdlcyk7XG4iXSwKICAibWFwcGluZ3MiOiAiO0FBQXNQLFNBQVMsb0JBQW9CO0FBQ25SLFNBQVMsY0FBYyxhQUFBQSxZQUFXLGdCQUFBQyxlQUFjLGlCQUFBQyxzQkFBcUI7QUFDckUsU0FBUyxxQkFBcUI7QUFDOUIsU0FBUyxRQUFBQyxhQUFZO0FBQ3JCLFNBQVMsWUFBWTtBQUNyQixTQUE0QixvQkFBcUM7OztBQ0cxRCxJQUFNLFNBQVMsQ0FBQyxZQUE0QjtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQSx3QkFZM0IsT0FBTztBQUFBO0FBQUE7QUFBQTtBQU0vQixJQUFNLFVBQVU7QUFBQSxFQUNkLGtCQUFrQjtBQUFBLEVBQ2xCLFdBQVc7QUFBQSxFQUNYLE9BQU8sRUFBRSxVQUFVLEtBQUs7QUFBQSxFQUN4QixLQUFLLEVBQUUsVUFBVSxLQUFLO0FBQUEsRUFDdEIsb0JBQW9CO0FBQUEsRUFDcEIsa0JBQWtCO0FBQ3BCO0FBR0EsSUFBTSxZQUFZO0FBQUEsRUFDaEIsS0FBSztBQUFBLEVBQ0wsR0FBRztBQUFBLEVBQ0gsYUFBYTtBQUFBLEVBQ2IsZ0JBQWdCLEVBQUUseUJBQXlCLENBQUMsQ0FBQyxRQUFRLE9BQU8sQ0FBQyxFQUFFO0FBQUEsRUFDL0Qsc0JBQXNCO0FBQ3hCO0FBTU8sSUFBTSxhQUFhLENBQUMsVUFBNkMsQ0FBQyxNQUFjO0FBQUEsK0VBQ1IsS0FBSyxVQUFVLEVBQUUsR0FBRyxXQUFXLEdBQUcsUUFBUSxDQUFDLENBQUM7QUFBQTs7O0FDaEQzSCxTQUFTLFFBQVEsVUFBVSxXQUFXLGNBQWMsUUFBUSxVQUFVLHFCQUFxQjtBQUMzRixTQUFTLFNBQVMsWUFBWTs7O0FDb0J2QixTQUFTLFdBQVcsRUFBRSxTQUFTLFFBQVEsR0FBb0I7QUFDaEUsUUFBTSxXQUFXLElBQUksSUFBSSxRQUFRLFFBQVEsQ0FBQyxFQUFFLFFBQVEsQ0FBQyxFQUFFLE1BQU0sTUFBTSxJQUFJLENBQUMsV0FBVyxDQUFDLE9BQU8sT0FBTyxNQUFNLENBQUMsQ0FBQyxDQUFDO0FBQzNHLFFBQU0sU0FBUyxPQUFPLFFBQVEsUUFBUSxRQUFRLEVBQUUsSUFBSSxDQUFDLENBQUMsT0FBTyxFQUFFLEtBQUssQ0FBQyxNQUFNO0FBQ3pFLFVBQU0sU0FBUyxTQUFTLElBQUksS0FBSztBQUNqQyxRQUFJLFdBQVcsT0FBVyxPQUFNLElBQUksTUFBTSx1QkFBdUIsS0FBSyxFQUFFO0FBQ3hFLFVBQU0sQ0FBQyxFQUFFLFVBQVUsRUFBRSxJQUFJLEtBQUssUUFBUSxNQUFNLElBQUk7QUFDaEQsV0FBTyxDQUFDLE1BQU0sS0FBSyxJQUFJLFNBQVMsT0FBTyxNQUFNLFdBQVcsVUFBVSxNQUFNLE9BQU8sQ0FBQyxHQUFHLE1BQU0sVUFBVSxNQUFNLENBQUMsQ0FBQyxFQUFFLEtBQUssTUFBTTtBQUFBLEVBQzFILENBQUM7QUFDRCxRQUFNLFFBQVEsT0FBTyxPQUFPLFFBQVEsUUFBUSxFQUFFLENBQUM7QUFDL0MsTUFBSSxVQUFVLE9BQVcsT0FBTSxJQUFJLE1BQU0sOEJBQThCO0FBQ3ZFLFFBQU0sU0FBUyxPQUFPLE9BQU8sQ0FBQyxHQUFHLEdBQUcsUUFBUSxJQUFJLENBQUMsRUFBRSxNQUFNLE1BQU0sS0FBSyxDQUFDO0FBQ3JFLFFBQU0sU0FBUztBQUFBLElBQ2I7QUFBQSxJQUNBO0FBQUEsSUFDQSxPQUFPLE1BQU0sZ0JBQWdCLEVBQUUsT0FBTyxPQUFPLENBQUMsR0FBRyxNQUFNLDRCQUE0QixVQUFVLE1BQU0sTUFBTSxhQUFhLENBQUMsQ0FBQztBQUFBLEVBQzFIO0FBQ0EsU0FBTyxDQUFDLEdBQUcsUUFBUSxHQUFHLE1BQU0sRUFBRSxLQUFLLE1BQU07QUFDM0M7QUFFQSxJQUFNLFlBQVksQ0FBQyxFQUFFLFlBQVksR0FBb0IsV0FDbkQsWUFBWSxRQUFRLGtCQUFrQixFQUFFLFNBQVMsTUFBTSxHQUFHO0FBRTVELElBQU0sU0FBUyxJQUFJLFdBQXNDLENBQUMsd0JBQXdCLEdBQUcsUUFBUSxRQUFRLEVBQUUsS0FBSyxNQUFNO0FBRWxILElBQU0sUUFBUSxDQUFDLE9BQWUsVUFDNUI7QUFBQTtBQUFBLElBQWMsS0FBSztBQUFBO0FBQUE7QUFBQSxFQUFxQixLQUFLLFVBQVUsT0FBTyxNQUFNLENBQUMsQ0FBQztBQUFBO0FBQUE7QUFBQTs7O0FDOUN4RSxTQUFTLGFBQWE7QUFpQnRCLElBQU0sUUFBUTtBQUNkLElBQU0sT0FBTztBQUdiLElBQU0sZ0JBQWdCO0FBTWYsU0FBUyxhQUFhLFVBQWtCLE1BQWMsUUFBd0I7QUFDbkYsUUFBTSxPQUFPLE9BQU8sTUFBTSxJQUFJLElBQUk7QUFDbEMsTUFBSSxTQUFTLE9BQVcsT0FBTSxJQUFJLE1BQU0sR0FBRyxJQUFJLGNBQWM7QUFDN0QsUUFBTSxhQUFhLENBQUMsU0FDbEIsS0FBSyxRQUFRLGVBQWUsQ0FBQyxPQUFPLFNBQWlCO0FBQ25ELFVBQU0sUUFBUSxPQUFPLE9BQU8sSUFBSSxTQUFTLE1BQU0sTUFBTSxPQUFPLFVBQVUsS0FBSyxFQUFFO0FBQzdFLFdBQU8sVUFBVSxTQUFZLFFBQVEsSUFBSSxLQUFLO0FBQUEsRUFDaEQsQ0FBQztBQUNILFFBQU0sWUFBWSxDQUFDLFNBQ2pCLEtBQUssUUFBUSxNQUFNLENBQUMsTUFBTSxHQUFHLGNBQWM7QUFDekMsVUFBTSxVQUFVLFFBQVEsTUFBTSxFQUFFLE1BQU0sS0FBSyxHQUFHLE1BQU07QUFFcEQsV0FBTyxjQUFjLFNBQVksVUFBVSxRQUFRLFFBQVEseUJBQXlCLElBQUk7QUFBQSxFQUMxRixDQUFDO0FBQ0gsU0FBTyxTQUNKLE1BQU0sS0FBSyxFQUNYLElBQUksQ0FBQyxNQUFNLFVBQVcsUUFBUSxNQUFNLElBQUksT0FBTyxVQUFVLFdBQVcsSUFBSSxDQUFDLENBQUUsRUFDM0UsS0FBSyxFQUFFO0FBQ1o7QUFFQSxTQUFTLFFBQVEsTUFBYyxNQUFzQyxRQUF3QjtBQUMzRixRQUFNLENBQUMsT0FBTyxJQUFJLE1BQU0sSUFBSSxLQUFLLE1BQU0sR0FBRztBQUMxQyxRQUFNLFNBQVMsU0FBUyxNQUFNLEtBQUssTUFBTSxPQUFPLFVBQVU7QUFDMUQsTUFBSSxXQUFXLE9BQVcsUUFBTztBQUNqQyxRQUFNLFFBQVEsV0FBVyxTQUFZLEtBQUssSUFBSSxNQUFNO0FBQ3BELFFBQU0sT0FBTyxPQUFPLE1BQU0sSUFBSSxNQUFNLEtBQUssT0FBTyxNQUFNLElBQUksR0FBRyxNQUFNLFlBQVk7QUFDL0UsTUFBSSxTQUFTLE9BQVcsUUFBTyxHQUFHLFNBQVMsS0FBSyxNQUFNLEdBQUcsSUFBSSxLQUFLLENBQUMsR0FBRyxLQUFLO0FBQzNFLFFBQU0sWUFBWSxPQUFPLE1BQU0sSUFBSSxNQUFNO0FBQ3pDLE1BQUksY0FBYyxPQUFXLFFBQU8sU0FBUyxLQUFLLE1BQU0sU0FBUyxJQUFJO0FBQ3JFLFNBQU8sR0FBRyxPQUFPLFVBQVUsSUFBSSxPQUFPLFNBQVMsTUFBTSxJQUFJLFNBQVMsTUFBTSxJQUFJLE9BQU8sR0FBRyxJQUFJLE1BQU0sR0FBRyxLQUFLO0FBQzFHO0FBTUEsU0FBUyxTQUFTLE1BQWMsTUFBY0MsYUFBd0M7QUFDcEYsTUFBSSxLQUFLLFdBQVcsR0FBR0EsV0FBVSxHQUFHLEVBQUcsUUFBTyw2QkFBNkIsS0FBSyxLQUFLLE1BQU1BLFlBQVcsU0FBUyxDQUFDLENBQUMsSUFBSSxDQUFDO0FBQ3RILE1BQUksU0FBUyxNQUFNLGtCQUFrQixLQUFLLElBQUksRUFBRyxRQUFPO0FBQ3hELFNBQU8sTUFBTSxLQUFLLE1BQU0sUUFBUSxJQUFJLEdBQUcsSUFBSSxFQUFFLFFBQVEsT0FBTyxFQUFFO0FBQ2hFO0FBRUEsU0FBUyxTQUFTLE1BQWMsTUFBc0I7QUFDcEQsUUFBTSxNQUFNLE1BQU0sU0FBUyxNQUFNLFFBQVEsSUFBSSxHQUFHLElBQUk7QUFDcEQsU0FBTyxJQUFJLFdBQVcsR0FBRyxJQUFJLE1BQU0sS0FBSyxHQUFHO0FBQzdDOzs7QUNsREEsSUFBTSxPQUFPLElBQUksVUFBcUMsTUFBTSxJQUFJLENBQUMsVUFBVSxFQUFFLE1BQU0sUUFBUSxJQUFJLE9BQU8sS0FBSyxFQUFFO0FBQzdHLElBQU0sU0FBUyxDQUFDLFFBQWdCLE1BQWMsV0FBeUIsRUFBRSxNQUFNLEdBQUcsTUFBTSxjQUFjLE1BQU0sTUFBTTtBQUNsSCxJQUFNLE1BQU0sQ0FBQyxVQUF3QixFQUFFLE1BQU0sY0FBYyxJQUFJLE9BQU8sS0FBSztBQUUzRSxJQUFNLFlBQVk7QUFBQSxFQUNoQjtBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFBQSxFQUNBO0FBQUEsRUFDQTtBQUFBLEVBQ0E7QUFDRjtBQUVPLElBQU0sT0FBYSxJQUFJLE9BQU87QUFFOUIsSUFBTSxTQUEyQjtBQUFBLEVBQ3RDO0FBQUEsSUFDRSxPQUFPO0FBQUEsSUFDUCxTQUFTO0FBQUEsSUFDVCxPQUFPO0FBQUEsTUFDTDtBQUFBLFFBQ0UsTUFBTTtBQUFBLFFBQ04sTUFBTTtBQUFBLFFBQ04sU0FBUztBQUFBLFFBQ1QsYUFBYTtBQUFBLFFBQ2IsT0FBTztBQUFBLE1BQ1Q7QUFBQSxNQUNBLEVBQUUsTUFBTSxrQkFBa0IsTUFBTSxVQUFVLFNBQVMsYUFBYSxhQUFhLEdBQUcsT0FBTyxXQUFXO0FBQUEsTUFDbEc7QUFBQSxRQUNFLE1BQU07QUFBQSxRQUNOLE1BQU07QUFBQSxRQUNOLFNBQVM7QUFBQSxRQUNULGFBQWE7QUFBQSxRQUNiLE9BQU87QUFBQSxNQUNUO0FBQUEsTUFDQTtBQUFBLFFBQ0UsTUFBTTtBQUFBLFFBQ04sTUFBTTtBQUFBLFFBQ04sU0FBUztBQUFBLFFBQ1QsT0FBTztBQUFBLE1BQ1Q7QUFBQSxJQUNGO0FBQUEsRUFDRjtBQUFBLEVBQ0E7QUFBQSxJQUNFLE9BQU87QUFBQSxJQUNQLFNBQVM7QUFBQSxJQUNULE9BQU87QUFBQSxNQUNMLEdBQUcsS0FBSyxVQUFVLGFBQWEsZUFBZSxjQUFjLFFBQVEsaUJBQWlCLGFBQWEsU0FBUztBQUFBLE1BQzNHLE9BQU8scUJBQXFCLE9BQU8sY0FBYztBQUFBLE1BQ2pELE9BQU8sMEJBQTBCLGlCQUFpQixrQkFBa0I7QUFBQSxNQUNwRSxPQUFPLDRCQUE0QixtQkFBbUIsb0JBQW9CO0FBQUEsTUFDMUUsT0FBTyx5QkFBeUIsZ0JBQWdCLGlCQUFpQjtBQUFBLE1BQ2pFLE9BQU8sWUFBWSxZQUFZLFVBQVU7QUFBQSxNQUN6QyxHQUFHLEtBQUssWUFBWTtBQUFBLElBQ3RCO0FBQUEsRUFDRjtBQUFBLEVBQ0E7QUFBQSxJQUNFLE9BQU87QUFBQSxJQUNQLFNBQVM7QUFBQSxJQUNULE9BQU8sQ0FBQyxHQUFHLEtBQUssT0FBTyxXQUFXLFFBQVEsR0FBRyxPQUFPLHdCQUF3QixlQUFlLHVCQUF1QixDQUFDO0FBQUEsRUFDckg7QUFBQSxFQUNBLEVBQUUsT0FBTyxpQkFBaUIsU0FBUyx3Q0FBd0MsT0FBTyxLQUFLLFVBQVUsWUFBWSxVQUFVLEVBQUU7QUFBQSxFQUN6SDtBQUFBLElBQ0UsT0FBTztBQUFBLElBQ1AsU0FBUztBQUFBLElBQ1QsT0FBTztBQUFBLE1BQ0wsT0FBTyxVQUFVLFVBQVUsU0FBUztBQUFBLE1BQ3BDLE9BQU8scUNBQXFDLFNBQVMsMkJBQTJCO0FBQUEsTUFDaEYsR0FBRyxLQUFLLGNBQWMsb0JBQW9CLFdBQVcsWUFBWSxXQUFXLGlCQUFpQixlQUFlO0FBQUEsSUFDOUc7QUFBQSxFQUNGO0FBQUEsRUFDQTtBQUFBLElBQ0UsT0FBTztBQUFBLElBQ1AsU0FBUztBQUFBLElBQ1QsT0FBTyxDQUFDLElBQUksaUJBQWlCLEdBQUcsR0FBRyxLQUFLLFVBQVUsaUJBQWlCLFdBQVcsVUFBVSxDQUFDO0FBQUEsRUFDM0Y7QUFBQSxFQUNBO0FBQUEsSUFDRSxPQUFPO0FBQUEsSUFDUCxTQUFTO0FBQUEsSUFDVCxPQUFPO0FBQUEsTUFDTCxHQUFHLEtBQUssWUFBWSxVQUFVLFVBQVUsZUFBZSxhQUFhO0FBQUEsTUFDcEUsRUFBRSxNQUFNLDJCQUEyQixNQUFNLGtCQUFrQjtBQUFBLElBQzdEO0FBQUEsRUFDRjtBQUNGO0FBRU8sSUFBTSxpQkFBd0I7QUFBQSxFQUNuQyxPQUFPO0FBQUEsRUFDUCxTQUFTO0FBQUEsRUFDVCxPQUFPLFVBQVUsSUFBSSxDQUFDLFVBQVUsRUFBRSxNQUFNLGtCQUFrQixJQUFJLE9BQU8sTUFBTSxhQUFhLElBQUksR0FBRyxFQUFFO0FBQ25HO0FBRU8sSUFBTSxRQUF5QixDQUFDLEdBQUcsUUFBUSxjQUFjLEVBQUUsUUFBUSxDQUFDLEVBQUUsT0FBQUMsT0FBTSxNQUFNQSxNQUFLOzs7QUhuSDlGLElBQU0sWUFBWSxDQUFDLHFCQUFxQixzQkFBc0IsdUJBQXVCLGVBQWU7QUFFcEcsSUFBTSxXQUFXLENBQUMsaUJBQWlCLHVCQUF1Qix3QkFBd0I7QUFDbEYsSUFBTSxPQUFPO0FBRWIsSUFBTSxPQUFPLENBQUMsc0JBQXNCLFVBQVU7QUFDOUMsSUFBTSxpQkFBaUI7QUFnQmhCLFNBQVMsU0FBUyxNQUFjQyxhQUFzRTtBQUMzRyxRQUFNLFNBQVMsU0FBUyxNQUFNQSxXQUFVO0FBQ3hDLFFBQU1DLFVBQVMsQ0FBQyxNQUFZLFlBQWdDLFVBQVUsTUFBTSxNQUFNLEVBQUUsU0FBUyxLQUFLLFdBQVcsU0FBUyxPQUFPLENBQUM7QUFDOUgsU0FBTztBQUFBLElBQ0wsTUFBTUEsUUFBTyxNQUFNLEVBQUU7QUFBQSxJQUNyQixRQUFRLENBQUMsR0FBRyxRQUFRLGNBQWMsRUFBRSxJQUFJLENBQUMsV0FBVyxFQUFFLEdBQUcsT0FBTyxPQUFPLE1BQU0sTUFBTSxJQUFJLENBQUMsU0FBU0EsUUFBTyxNQUFNLE1BQU0sT0FBTyxDQUFDLEVBQUUsRUFBRTtBQUFBLEVBQ2xJO0FBQ0Y7QUFHTyxTQUFTLFVBQVUsTUFBYyxRQUFnQkMsT0FBa0I7QUFDeEUsU0FBTyxRQUFRLEVBQUUsV0FBVyxNQUFNLE9BQU8sS0FBSyxDQUFDO0FBQy9DLGFBQVcsRUFBRSxNQUFNLFNBQVMsS0FBSyxDQUFDQSxNQUFLLE1BQU0sR0FBR0EsTUFBSyxPQUFPLFFBQVEsQ0FBQyxFQUFFLE9BQUFDLE9BQU0sTUFBTUEsTUFBSyxDQUFDLEVBQUcsT0FBTSxLQUFLLFFBQVEsR0FBRyxJQUFJLEtBQUssR0FBRyxRQUFRO0FBQ3RJLGFBQVcsUUFBUSxTQUFTLFVBQVUsRUFBRSxLQUFLLEtBQUssQ0FBQyxFQUFHLFFBQU8sS0FBSyxNQUFNLElBQUksR0FBRyxLQUFLLFFBQVEsS0FBSyxRQUFRLFNBQVMsRUFBRSxDQUFDLENBQUM7QUFDdEgsWUFBVSxLQUFLLFFBQVEsUUFBUSxDQUFDO0FBQ2hDLFNBQU8sS0FBSyxNQUFNLElBQUksR0FBRyxLQUFLLFFBQVEsaUJBQWlCLENBQUM7QUFDeEQsYUFBVyxRQUFRLFNBQVMsV0FBVyxFQUFFLEtBQUssS0FBSyxDQUFDLEVBQUcsUUFBTyxLQUFLLE1BQU0sSUFBSSxHQUFHLEtBQUssUUFBUSxVQUFVLEtBQUssUUFBUSxTQUFTLEVBQUUsQ0FBQyxDQUFDO0FBQ25JO0FBR08sU0FBUyxTQUFTLEVBQUUsT0FBTyxHQUFpQjtBQUNqRCxRQUFNLFFBQVEsT0FBTyxJQUFJLENBQUMsRUFBRSxPQUFPLE9BQUFBLE9BQU0sTUFBTTtBQUM3QyxVQUFNLFFBQVFBLE9BQU0sSUFBSSxDQUFDLFNBQVMsTUFBTSxLQUFLLEtBQUssT0FBTyxLQUFLLElBQUksU0FBUyxLQUFLLFdBQVcsRUFBRTtBQUM3RixXQUFPLE1BQU0sS0FBSztBQUFBO0FBQUEsRUFBTyxNQUFNLEtBQUssSUFBSSxDQUFDO0FBQUEsRUFDM0MsQ0FBQztBQUNELFNBQU8sR0FBRyxDQUFDLFlBQVksR0FBRyxPQUFPLFVBQVUsRUFBRSxLQUFLLE1BQU0sQ0FBQztBQUFBO0FBQzNEO0FBRUEsSUFBTSxhQUFhO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFNbkIsSUFBTSxhQUFhO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBUW5CLFNBQVMsU0FBUyxNQUFjLEVBQUUsU0FBQUMsVUFBUyxLQUFBQyxLQUFJLEdBQStEO0FBQzVHLFFBQU0sUUFBUSxTQUFTLENBQUMsR0FBRyxXQUFXLEdBQUcsUUFBUSxHQUFHLEVBQUUsS0FBSyxLQUFLLENBQUM7QUFDakUsU0FBTztBQUFBLElBQ0wsT0FBTyxJQUFJLElBQUksQ0FBQyxNQUFNLEdBQUcsS0FBSyxFQUFFLElBQUksQ0FBQyxFQUFFLE1BQU0sS0FBSyxNQUFNLENBQUMsTUFBTSxJQUFJLENBQUMsQ0FBQztBQUFBLElBQ3JFLFFBQVEsSUFBSSxJQUFJLE1BQU0sSUFBSSxDQUFDLEVBQUUsS0FBSyxNQUFNLENBQUMsTUFBTSxRQUFRLE1BQU0sSUFBSSxDQUFDLENBQUMsQ0FBQztBQUFBLElBQ3BFLE9BQU8sSUFBSSxJQUFJO0FBQUEsTUFDYixHQUFHLE1BQU0sSUFBSSxDQUFDLFNBQVMsQ0FBQyxNQUFNLEtBQUssUUFBUSxTQUFTLEVBQUUsQ0FBQyxDQUFVO0FBQUEsTUFDakUsR0FBRyxLQUFLLElBQUksQ0FBQyxTQUFTLENBQUMsY0FBYyxJQUFJLElBQUksSUFBSSxDQUFVO0FBQUEsSUFDN0QsQ0FBQztBQUFBLElBQ0QsWUFBWUQ7QUFBQSxJQUNaLEtBQUFDO0FBQUEsSUFDQSxVQUFVLENBQUMsU0FBUyxTQUFTLEtBQUssTUFBTSxJQUFJLEdBQUcsRUFBRSxnQkFBZ0IsTUFBTSxDQUFDLEdBQUcsWUFBWSxLQUFLO0FBQUEsRUFDOUY7QUFDRjtBQUVBLFNBQVMsVUFBVSxNQUFjLE1BQVksRUFBRSxTQUFTLE9BQU8sR0FBc0U7QUFDbkksUUFBTSxPQUFPLEtBQUssTUFBTSxhQUFhLEtBQUssTUFBTSxLQUFLLElBQUksR0FBRyxNQUFNLENBQUM7QUFDbkUsUUFBTSxXQUFXLGFBQWEsTUFBTSxLQUFLLE1BQU0sTUFBTTtBQUNyRCxRQUFNLFFBQVEsUUFBUSxNQUFNLEtBQUssSUFBSTtBQUNyQyxRQUFNLFFBQVEsS0FBSyxLQUFLO0FBQ3hCLE1BQUksU0FBUyxLQUFNLFFBQU8sRUFBRSxHQUFHLE1BQU0sT0FBTyxhQUFhLElBQUksU0FBUztBQUN0RSxTQUFPO0FBQUEsSUFDTCxHQUFHO0FBQUEsSUFDSDtBQUFBLElBQ0EsYUFBYSxjQUFjLEtBQUssTUFBTSxLQUFLLFFBQVEsS0FBSyxJQUFJLE1BQU0sTUFBTSxDQUFDO0FBQUEsSUFDekUsVUFBVSxTQUFTLFFBQVEsT0FBTyxHQUFHLEtBQUs7QUFBQTtBQUFBLE9BQVksT0FBTyxTQUFNLE9BQU8sTUFBTSxJQUFJLENBQUMsR0FBRztBQUFBLEVBQzFGO0FBQ0Y7QUFFQSxTQUFTLE9BQU8sRUFBRSxZQUFZLEdBQVMsTUFBc0I7QUFDM0QsTUFBSSxnQkFBZ0IsT0FBVyxRQUFPLEdBQUcsV0FBVztBQUNwRCxRQUFNLFVBQVUsS0FBSyxLQUFLLEtBQUssV0FBVyxtQkFBbUIsRUFBRSxFQUFFLE1BQU0sS0FBSyxFQUFFLFNBQVMsY0FBYztBQUNyRyxTQUFPLEdBQUcsT0FBTyxJQUFJLFlBQVksSUFBSSxXQUFXLFNBQVM7QUFDM0Q7QUFHQSxTQUFTLGNBQWMsTUFBc0I7QUFDM0MsUUFBTSxZQUFZLEtBQUssTUFBTSxTQUFTLEVBQUUsS0FBSyxDQUFDLFNBQVMsMEJBQTBCLEtBQUssSUFBSSxDQUFDLEtBQUs7QUFDaEcsUUFBTSxRQUFRLFVBQ1gsS0FBSyxFQUNMLFdBQVcsMEJBQTBCLElBQUksRUFDekMsV0FBVyxTQUFTLEVBQUUsRUFDdEIsV0FBVyxNQUFNLEdBQUc7QUFDdkIsU0FBTyxtQkFBbUIsS0FBSyxLQUFLLElBQUksQ0FBQyxFQUFFLFFBQVEsTUFBTSxHQUFHLEtBQUs7QUFDbkU7QUFHQSxTQUFTLEtBQUssTUFBYyxNQUFzQjtBQUNoRCxTQUFPLEtBQUssUUFBUSxtQkFBbUIsTUFBTSxXQUFXLFVBQVUsSUFBSSxDQUFDLENBQUMsRUFBRSxRQUFRLHNCQUFzQixNQUFNLGNBQWMsSUFBSSxDQUFDO0FBQ25JO0FBRUEsU0FBUyxVQUFVLE1BQXVCO0FBQ3hDLFFBQU0sT0FBTyxDQUFDLFNBQTBCLEtBQUssTUFBTSxhQUFhLEtBQUssTUFBTSxRQUFRLElBQUksR0FBRyxNQUFNLENBQUM7QUFDakcsUUFBTSxVQUFVLENBQUMsbUJBQW1CLG1CQUFtQixFQUFFLElBQUksQ0FBQyxTQUFTLEtBQUssV0FBVyxJQUFJLGNBQWMsQ0FBQztBQUMxRyxTQUFPLEVBQUUsU0FBUyxLQUFLLGNBQWMsR0FBRyxRQUFRO0FBQ2xEO0FBRUEsSUFBTSxnQkFBZ0IsQ0FBQyxTQUNyQixlQUFlLE1BQU0sSUFBSSxDQUFDLEVBQUUsS0FBSyxNQUFNLE1BQU0sUUFBUSxNQUFNLElBQUksQ0FBQyxXQUFXLElBQUksR0FBRyxFQUFFLEtBQUssSUFBSTtBQUUvRixTQUFTLFFBQVEsTUFBYyxNQUFzQjtBQUNuRCxRQUFNLENBQUMsRUFBRSxLQUFLLElBQUksWUFBWSxLQUFLLGFBQWEsS0FBSyxNQUFNLElBQUksR0FBRyxNQUFNLENBQUMsS0FBSyxDQUFDO0FBQy9FLE1BQUksVUFBVSxPQUFXLE9BQU0sSUFBSSxNQUFNLEdBQUcsSUFBSSxlQUFlO0FBQy9ELFNBQU87QUFDVDtBQUVBLFNBQVMsTUFBTSxNQUFjLE1BQW9CO0FBQy9DLFlBQVUsUUFBUSxJQUFJLEdBQUcsRUFBRSxXQUFXLEtBQUssQ0FBQztBQUM1QyxnQkFBYyxNQUFNLElBQUk7QUFDMUI7OztBRjdJQSxJQUFNLG1DQUFtQztBQUE4RyxJQUFNLDJDQUEyQztBQVN4TSxJQUFNLE9BQU9DLE1BQUssa0NBQXFCLE9BQU87QUFDOUMsSUFBTSxNQUFNQSxNQUFLLE1BQU0sYUFBYTtBQUNwQyxJQUFNLFNBQVNBLE1BQUssS0FBSyxRQUFRO0FBRWpDLElBQU0sRUFBRSxTQUFTLFdBQVcsSUFBSSxLQUFLLE1BQU1DLGNBQWFELE1BQUssTUFBTSxjQUFjLEdBQUcsTUFBTSxDQUFDO0FBSzNGLElBQU0sVUFBVSxXQUFXLElBQUksUUFBUSxrQkFBa0IsRUFBRTtBQUMzRCxJQUFNLE1BQU0sTUFBTTtBQUNsQixJQUFNLE9BQU8sU0FBUyxNQUFNLEVBQUUsU0FBUyxJQUFJLENBQUM7QUFDNUMsSUFBTSxRQUFRLElBQUksSUFBSSxDQUFDLEtBQUssTUFBTSxHQUFHLEtBQUssT0FBTyxRQUFRLENBQUMsVUFBVSxNQUFNLEtBQUssQ0FBQyxFQUFFLElBQUksQ0FBQyxTQUFTLENBQUMsR0FBRyxLQUFLLElBQUksT0FBTyxJQUFJLENBQUMsQ0FBQztBQUMxSCxVQUFVLE1BQU0sUUFBUSxJQUFJO0FBRzVCLFNBQVMsUUFBZ0I7QUFDdkIsUUFBTSxNQUFNLElBQUksU0FBMkIsYUFBYSxPQUFPLE1BQU0sRUFBRSxLQUFLLE1BQU0sVUFBVSxPQUFPLENBQUMsRUFBRSxLQUFLO0FBQzNHLFFBQU0sTUFBTSxJQUFJLE9BQU87QUFDdkIsU0FBTyxJQUFJLE9BQU8sZUFBZSxNQUFNLEVBQUUsTUFBTSxJQUFJLEVBQUUsU0FBUyxHQUFHLElBQUksTUFBTSxJQUFJLGFBQWEsTUFBTTtBQUNwRztBQUVBLElBQU0sT0FBTyxRQUFRLElBQUksYUFBYTtBQUV0QyxTQUFTLE9BQW1DO0FBQzFDLFFBQU0sT0FBTyxDQUFDLEVBQUUsT0FBTyxPQUFPLEtBQUssT0FBNkM7QUFBQSxJQUM5RSxNQUFNLFNBQVM7QUFBQSxJQUNmLE1BQU0sSUFBSSxLQUFLLFFBQVEsVUFBVSxFQUFFLENBQUM7QUFBQSxFQUN0QztBQUNBLFFBQU0sU0FBUyxLQUFLLE9BQU8sSUFBSSxDQUFDLEVBQUUsT0FBTyxPQUFBRSxPQUFNLE9BQU8sRUFBRSxNQUFNLE9BQU8sV0FBVyxVQUFVLFNBQVMsT0FBT0EsT0FBTSxJQUFJLElBQUksRUFBRSxFQUFFO0FBQzVILFNBQ0csS0FBSyxDQUFDLEVBQUUsS0FBSyxNQUFNLFNBQVMsV0FBVyxHQUN0QyxNQUFNLFFBQVEsRUFBRSxNQUFNLG9CQUFvQixNQUFNLHVCQUF1QixRQUFRLFFBQVEsQ0FBQztBQUM1RixTQUFPO0FBQ1Q7QUFFQSxJQUFPLGlCQUFRLGFBQWE7QUFBQSxFQUMxQjtBQUFBLEVBQ0EsUUFBUTtBQUFBLEVBQ1IsUUFBUUYsTUFBSyxLQUFLLE1BQU07QUFBQSxFQUN4QixVQUFVQSxNQUFLLEtBQUssTUFBTTtBQUFBLEVBQzFCLE9BQU87QUFBQSxFQUNQLGFBQWE7QUFBQSxFQUNiLE1BQU07QUFBQSxFQUNOLFdBQVc7QUFBQSxFQUNYLE1BQU0sQ0FBQyxDQUFDLFFBQVEsRUFBRSxLQUFLLFFBQVEsTUFBTSxpQkFBaUIsTUFBTSxHQUFHLElBQUksV0FBVyxDQUFDLENBQUM7QUFBQSxFQUNoRixVQUFVO0FBQUEsSUFDUixRQUFRLEVBQUUsU0FBUyxLQUFLO0FBQUEsSUFDeEIsS0FBSyxFQUFFLFNBQVMsS0FBSztBQUFBLElBQ3JCLE9BQU8sRUFBRSxPQUFPLDhCQUE4QixNQUFNLDRCQUE0QjtBQUFBLEVBQ2xGO0FBQUEsRUFDQSxNQUFNLEVBQUUsV0FBV0EsTUFBSyxRQUFRLFFBQVEsRUFBRTtBQUFBLEVBQzFDLGFBQWE7QUFBQSxJQUNYLE1BQU07QUFBQSxJQUNOLEtBQUs7QUFBQSxNQUNILEVBQUUsTUFBTSxXQUFXLE1BQU0sZUFBZTtBQUFBLE1BQ3hDLEVBQUUsTUFBTSxPQUFPLE1BQU0sVUFBVTtBQUFBLE1BQy9CLEVBQUUsTUFBTSxXQUFXLE1BQU0saUJBQWlCO0FBQUEsTUFDMUMsRUFBRSxNQUFNLG9CQUFvQixNQUFNLHVCQUF1QjtBQUFBLE1BQ3pELEVBQUUsTUFBTSxTQUFTLE9BQU8sQ0FBQyxFQUFFLE1BQU0sZ0JBQWdCLE1BQU0sR0FBRyxPQUFPLFNBQVMsR0FBRyxnQkFBZ0IsQ0FBQyxFQUFFO0FBQUEsSUFDbEc7QUFBQSxJQUNBLFNBQVMsS0FBSztBQUFBLElBQ2QsU0FBUyxFQUFFLE9BQU8sQ0FBQyxHQUFHLENBQUMsRUFBRTtBQUFBLElBQ3pCLFFBQVEsRUFBRSxVQUFVLFNBQVMsU0FBUyxFQUFFLGNBQWMsS0FBSyxFQUFFO0FBQUEsSUFDN0QsYUFBYSxDQUFDLEVBQUUsTUFBTSxVQUFVLE1BQU0sUUFBUSxDQUFDO0FBQUEsSUFDL0MsV0FBVyxFQUFFLE1BQU0sT0FBTyxNQUFNLE1BQU07QUFBQSxFQUN4QztBQUFBLEVBQ0Esa0JBQWtCLE1BQU07QUFDdEIsVUFBTSxPQUFPLE1BQU0sSUFBSSxLQUFLLFlBQVk7QUFDeEMsUUFBSSxTQUFTLFVBQWEsU0FBUyxLQUFLLEtBQU0sTUFBSyxjQUFjLEtBQUs7QUFDdEUsU0FBSyxZQUFZLFNBQVMsTUFBTTtBQUFBLEVBQ2xDO0FBQUEsRUFDQSxjQUFjLEVBQUUsU0FBUyxHQUFpQjtBQUN4QyxVQUFNLE9BQU8sTUFBTSxJQUFJLFNBQVMsWUFBWTtBQUM1QyxRQUFJLFNBQVMsVUFBYSxTQUFTLEtBQUssS0FBTSxRQUFPLENBQUM7QUFDdEQsV0FBTyxDQUFDLENBQUMsUUFBUSxFQUFFLEtBQUssYUFBYSxNQUFNLGlCQUFpQixNQUFNLEdBQUcsSUFBSSxHQUFHLEtBQUssSUFBSSxNQUFNLENBQUMsQ0FBQztBQUFBLEVBQy9GO0FBQUEsRUFDQSxTQUFTLEVBQUUsT0FBTyxHQUFHO0FBQ25CLElBQUFHLGVBQWNILE1BQUssUUFBUSxVQUFVLEdBQUcsU0FBUyxJQUFJLENBQUM7QUFDdEQsZUFBVyxFQUFFLE1BQU0sU0FBUyxLQUFLLE1BQU0sT0FBTztBQUM1QyxVQUFJLFNBQVMsUUFBUyxDQUFBRyxlQUFjSCxNQUFLLFFBQVEsR0FBRyxJQUFJLEtBQUssR0FBRyxTQUFTLFFBQVEsdUJBQXVCLEVBQUUsQ0FBQztBQUM3RyxzQkFBa0IsTUFBTTtBQUFBLEVBQzFCO0FBQ0YsQ0FBQztBQUdELFNBQVMsa0JBQWtCLFFBQXNCO0FBQy9DLFFBQU0sU0FBU0EsTUFBSyxjQUFjLHdDQUFlLEVBQUUsUUFBUSx1QkFBdUIsR0FBRyxPQUFPO0FBQzVGLEVBQUFJLFdBQVVKLE1BQUssUUFBUSxNQUFNLEdBQUcsRUFBRSxXQUFXLEtBQUssQ0FBQztBQUNuRCxlQUFhQSxNQUFLLFFBQVEsNEJBQTRCLEdBQUdBLE1BQUssUUFBUSxnQkFBZ0IsQ0FBQztBQUN2RixFQUFBRyxlQUFjSCxNQUFLLFFBQVEsY0FBYyxHQUFHLFdBQVcsRUFBRSx1QkFBdUIsS0FBSyxDQUFDLENBQUM7QUFDdkYsRUFBQUcsZUFBY0gsTUFBSyxRQUFRLG9CQUFvQixHQUFHLE9BQU8sV0FBVyxDQUFDO0FBQ3ZFOyIsCiAgIm5hbWVzIjogWyJta2RpclN5bmMiLCAicmVhZEZpbGVTeW5jIiwgIndyaXRlRmlsZVN5bmMiLCAiam9pbiIsICJyZXBvc2l0b3J5IiwgInBhZ2VzIiwgInJlcG9zaXRvcnkiLCAidG9QYWdlIiwgInNpdGUiLCAicGFnZXMiLCAiYWRkcmVzcyIsICJyZWYiLCAiam9pbiIsICJyZWFkRmlsZVN5bmMiLCAicGFnZXMiLCAid3JpdGVGaWxlU3luYyIsICJta2RpclN5bmMiXQp9Cg==
