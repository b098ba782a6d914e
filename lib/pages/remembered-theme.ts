/** Runs before the first paint; without it a chosen theme would flash in the other one. */
export const rememberedTheme = `try{var t=JSON.parse(localStorage.getItem('highwater.preferences')||'{}').theme;if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;
