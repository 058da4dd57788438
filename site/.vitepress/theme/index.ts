import DefaultTheme from 'vitepress/theme-without-fonts';
import '@fontsource-variable/figtree/wght.css';
import PageFoot from './page-foot.vue';
import './style.css';
import { h } from 'vue';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(PageFoot) }),
};
