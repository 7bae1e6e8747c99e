/** Colours are those of the public pages; the scheme is the visitor's own. */
export const STYLE = `
:root { color-scheme: light dark; --accent: #1f646d; --soft: #e4f0f1; --ink: #1f1f25; --dim: #55555f; --ground: #fafafa; --paper: #fff; --line: #e2e2e6; --code: #f1f4f4; --bad: #b42318; --warn: #7a4b00; }
@media (prefers-color-scheme: dark) { :root { --accent: #89bec5; --soft: #1a3438; --ink: #ededf0; --dim: #adadb7; --ground: #141417; --paper: #1d1d21; --line: #313138; --code: #222228; --bad: #ff9a8f; --warn: #e8b865; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 "Inter Variable", Inter, system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 16px; top: 8px; background: var(--paper); padding: 8px; }
header { display: flex; align-items: center; gap: 16px; height: 64px; padding: 0 24px; background: var(--paper); border-bottom: 1px solid var(--line); }
header .brand { display: flex; align-items: center; gap: 10px; color: var(--ink); font-weight: 600; text-decoration: none; margin-right: auto; }
.whole { display: grid; grid-template-columns: 264px minmax(0, 1fr); max-width: 1440px; margin: 0 auto; }
nav { padding: 24px 16px 24px 24px; font-size: 15px; }
nav h2 { margin: 20px 0 6px; font-size: 13px; color: var(--dim); font-weight: 600; letter-spacing: 0; } nav h2:first-child { margin-top: 0; }
nav ul { list-style: none; margin: 0; padding: 0; } nav a { display: block; padding: 5px 10px; border-radius: 6px; color: var(--ink); text-decoration: none; }
nav a:hover { background: var(--code); } nav a[aria-current] { background: var(--soft); color: var(--accent); font-weight: 600; }
summary { cursor: pointer; }
nav > details > summary { display: none; }
main { padding: 32px 40px 96px; min-width: 0; max-width: 960px; }
h1 { margin: 0 0 12px; font-size: 32px; line-height: 1.2; letter-spacing: -0.02em; } h2 { margin: 40px 0 10px; font-size: 22px; line-height: 1.3; } h3 { margin: 24px 0 8px; font-size: 16px; }
p, ul, ol { margin: 0 0 14px; } li { margin: 4px 0; }
code { font: 0.9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--code); padding: 1px 5px; border-radius: 4px; overflow-wrap: anywhere; }
pre { margin: 0 0 16px; padding: 14px 16px; background: var(--code); border-radius: 8px; overflow-x: auto; } .call pre { max-height: 480px; } pre code { padding: 0; background: none; overflow-wrap: normal; }
.table { overflow-x: auto; margin: 0 0 16px; } table { width: 100%; border-collapse: collapse; font-size: 15px; }
th { text-align: left; font-weight: 600; color: var(--dim); font-size: 13px; } th, td { padding: 7px 12px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; } td:first-child { min-width: 160px; }
.call { border-top: 1px solid var(--line); margin-top: 40px; padding-top: 8px; }
.call h2 { margin-top: 24px; } .line { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: baseline; }
.method { font-weight: 700; color: var(--accent); } .dim { color: var(--dim); font-size: 14px; } .need { color: var(--warn); font-size: 13px; }
details.box { border: 1px solid var(--line); border-radius: 8px; margin: 0 0 14px; background: var(--paper); } details.box > summary { padding: 10px 14px; font-weight: 600; } details.box > div { padding: 4px 14px 14px; }
label { display: block; font-weight: 600; font-size: 14px; margin: 10px 0 4px; } input, textarea { width: 100%; font: inherit; font-size: 15px; color: inherit; background: var(--ground); border: 1px solid #8a8a94; border-radius: 6px; padding: 8px 10px; } textarea { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 14px; min-height: 140px; }
button { font: inherit; font-weight: 600; margin-top: 14px; padding: 9px 18px; min-height: 44px; border: 0; border-radius: 8px; background: #29737d; color: #fff; cursor: pointer; } button:disabled { opacity: 0.6; } button.quiet { background: none; border: 1px solid currentColor; color: inherit; }
.warn { color: var(--warn); font-size: 14px; margin: 8px 0 0; }
@media (max-width: 991px) {
  .whole { display: block; } nav { padding: 0; border-bottom: 1px solid var(--line); background: var(--paper); }
  nav > details > summary { display: list-item; list-style-position: inside; padding: 12px 20px; font-weight: 600; } nav > details > div { padding: 0 10px 16px; } nav a { padding: 9px 10px; }
  header { padding: 0 20px; } main { padding: 24px 20px 72px; } h1 { font-size: 27px; }
}
@media (max-width: 575px) { header .name { display: none; } }
@media (min-width: 992px) { nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; } }
`;
