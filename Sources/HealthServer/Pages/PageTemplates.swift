// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The templates of all pages, by name.
enum PageTemplates {
    static let all = [
        "frame": frame, "problem": problem, "setup": setup, "login": login, "apps": apps, "requests": requests,
        "sheet": sheet, "objects": objects, "done": done, "sources": sources,
    ]

    private static let frame = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{{title}}</title>
        <link rel="stylesheet" href="/assets/pages.css">
        </head>
        <body>
        <header>
        <strong>OpenHealthKit</strong>
        {{#isOwner}}
        <nav aria-label="Pages"><ul>
        <li><a href="/owner/requests">Requests</a></li>
        <li><a href="/owner/apps">Apps</a></li>
        <li><a href="/owner/sources">Sources</a></li>
        <li><form method="post" action="/owner/logout"><input type="hidden" name="csrf" value="{{csrf}}">\
        <button class="link">Sign out</button></form></li>
        </ul></nav>
        {{/isOwner}}
        </header>
        <main>
        <h1>{{title}}</h1>
        {{{content}}}
        </main>
        </body>
        </html>

        """

    private static let problem = """
        <p class="wrong" role="alert">{{detail}}</p>
        """

    private static let setup = """
        <p>Nobody owns this health database yet. Choose a passphrase; with it you decide what apps may see.</p>
        {{#wrong}}<p class="wrong" role="alert">{{wrong}}</p>{{/wrong}}
        <form method="post" action="/owner/setup">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <label for="code">Setup code, as the daemon wrote it when it started</label>
        <input type="text" id="code" name="code" autocomplete="off" required>
        <label for="passphrase">Passphrase, at least {{fewest}} characters</label>
        <input type="password" id="passphrase" name="passphrase" autocomplete="new-password" minlength="{{fewest}}" required>
        <label for="again">The same again</label>
        <input type="password" id="again" name="again" autocomplete="new-password" minlength="{{fewest}}" required>
        <div><button class="main">Set passphrase</button></div>
        </form>
        """

    private static let login = """
        {{#wrong}}<p class="wrong" role="alert">{{wrong}}</p>{{/wrong}}
        <form method="post" action="/owner/login">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <input type="hidden" name="next" value="{{next}}">
        <label for="passphrase">Passphrase</label>
        <input type="password" id="passphrase" name="passphrase" autocomplete="current-password" required autofocus>
        <div><button class="main">Sign in</button></div>
        </form>
        """

    private static let apps = """
        {{^apps}}<p>No app has asked for anything yet.</p>{{/apps}}
        {{#apps}}
        <section>
        <h2>{{name}}</h2>
        <p class="small">{{identifier}}{{#version}}, version {{version}}{{/version}}. {{state}} {{use}}</p>
        <form method="post" action="/owner/apps">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <input type="hidden" name="app" value="{{identifier}}">
        {{#hasTypes}}
        <table>
        <thead><tr><th scope="col">Type</th><th scope="col" class="choice">Save</th>\
        <th scope="col" class="choice">Read</th><th scope="col">Only from</th></tr></thead>
        <tbody>
        {{#types}}
        <tr><th scope="row">{{label}}{{#open}} <span class="small">(not answered)</span>{{/open}}\
        <input type="hidden" name="type" value="{{type}}"></th>
        <td class="choice">{{#canShare}}<input type="checkbox" name="share" value="{{type}}" \
        aria-label="Save {{label}}"{{#share}} checked{{/share}}>{{/canShare}}</td>
        <td class="choice"><input type="checkbox" name="read" value="{{type}}" \
        aria-label="Read {{label}}"{{#read}} checked{{/read}}></td>
        <td><input type="date" name="since:{{type}}" value="{{since}}" aria-label="Read {{label}} only from"></td></tr>
        {{/types}}
        </tbody>
        </table>
        <button class="main" name="action" value="save">Save changes</button>
        <button name="action" value="revoke">Take back everything</button>
        {{/hasTypes}}
        <button name="action" value="release">Revoke its token and permissions</button>
        <button name="action" value="forget">Forget the app</button>
        </form>
        </section>
        {{/apps}}
        <section>
        <h2>Let an app register</h2>
        <p>An app whose identifier this database knows from elsewhere, from samples or permissions, can register only if you \
        let it.</p>
        <form method="post" action="/owner/apps">
        <input type="hidden" name="csrf" value="{{csrf}}">
        <label for="app">Its identifier</label>
        <input type="text" id="app" name="app" required maxlength="155">
        <div><button name="action" value="release">Let it register anew, without permissions</button></div>
        </form>
        </section>
        """

    private static let requests = """
        {{^requests}}<p>No app is waiting for an answer.</p>{{/requests}}
        {{#requests}}
        <section>
        <h2><a href="/owner/requests/{{id}}">{{name}}</a></h2>
        <p class="small">{{identifier}}, asked {{created}}</p>
        </section>
        {{/requests}}
        """

    private static let sheet = """
        <p><strong>{{name}}</strong> would like to use your health data. It does not learn what you let it read.</p>
        <p class="small">{{identifier}}{{#version}}, version {{version}}{{/version}}. Nobody has checked that the app is what \
        it says; allow it if you have just set it up yourself.</p>
        <form method="post" action="/owner/requests/{{id}}">
        <input type="hidden" name="csrf" value="{{csrf}}">
        {{! The Enter key presses the first button of a form, which must not be the one that allows all. }}
        <button class="hidden" name="answer" value="choices" tabindex="-1" aria-hidden="true">Save</button>
        <div><button name="answer" value="all">Allow all</button>\
        <button name="answer" value="none">Don’t allow</button></div>
        <table>
        <thead><tr><th scope="col">Type</th><th scope="col" class="choice">Save</th>\
        <th scope="col" class="choice">Read</th></tr></thead>
        <tbody>
        {{#types}}
        <tr><th scope="row">{{label}}</th>
        <td class="choice">{{#asksShare}}<input type="checkbox" name="share" value="{{type}}" \
        aria-label="Save {{label}}">{{/asksShare}}</td>
        <td class="choice">{{#asksRead}}<input type="checkbox" name="read" value="{{type}}" \
        aria-label="Read {{label}}">{{/asksRead}}</td></tr>
        {{/types}}
        </tbody>
        </table>
        <label for="since">Read only from this date on; leave it empty for everything</label>
        <input type="date" id="since" name="since">
        <div><button class="main" name="answer" value="choices">Save these choices</button></div>
        </form>
        """

    private static let objects = """
        <p><strong>{{name}}</strong> would like to read some of your data of the kind “{{label}}”. It sees what you choose and \
        does not learn what else there is.</p>
        <p class="small">{{identifier}}{{#version}}, version {{version}}{{/version}}</p>
        <form method="post" action="/owner/requests/{{id}}">
        <input type="hidden" name="csrf" value="{{csrf}}">
        {{! The Enter key presses the first button of a form, which must not be the one that allows all. }}
        <button class="hidden" name="answer" value="choices" tabindex="-1" aria-hidden="true">Save</button>
        <div><button name="answer" value="all">Allow all</button>\
        <button name="answer" value="none">Don’t allow</button></div>
        {{#objects}}
        <label><input type="checkbox" name="object" value="{{uuid}}"> {{text}}</label>
        {{/objects}}
        {{^objects}}<p>There is none.</p>{{/objects}}
        <div><button class="main" name="answer" value="choices">Save these choices</button></div>
        </form>
        """

    private static let done = """
        <p>{{text}}</p>
        <p><a href="/owner/requests">Other requests</a>, <a href="/owner/apps">all apps</a></p>
        """

    private static let sources = """
        {{^sources}}<p>There is nothing in this database yet.</p>{{/sources}}
        {{#sources}}
        <section>
        <h2>{{name}}</h2>
        <p class="small">{{#bundle}}{{bundle}}, {{/bundle}}{{count}} samples{{#span}}, {{span}}{{/span}}\
        {{#devices}}. Devices: {{devices}}{{/devices}}{{#versions}}. Versions: {{versions}}{{/versions}}</p>
        </section>
        {{/sources}}
        """
}
