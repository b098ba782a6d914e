/** Runs before the first paint; without it a chosen theme would flash in the other one. */
const code = `try{var t=JSON.parse(localStorage.getItem('highwater.preferences')||'{}').theme;if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

export function RememberedTheme() {
  return <script>{code}</script>;
}
