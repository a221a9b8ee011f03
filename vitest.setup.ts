// Unit tests render React outside a browser: this tells React that updates come wrapped in act().
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
