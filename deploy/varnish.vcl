# Varnish in front of Plaza, with CDN=headers and CDN_PURGE_URL=http://varnish.internal:6081/.cdn/purge.
# See docs/operations.md, “A CDN”.
vcl 4.1;

import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

# The machines that run jobs.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.url == "/.cdn/purge") {
    if (req.method != "POST" || client.ip !~ purgers) {
      return (synth(403));
    }
    if (req.http.Surrogate-Key !~ "^[\w. -]+$") {
      return (synth(400));
    }
    # Without a space, which would end the expression.
    if (std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " +", "|") + ")(\s|$)")) {
      return (synth(200));
    }
    return (synth(500, std.ban_error()));
  }
  # Members, and visitors with preferences.
  if (req.http.Cookie || req.http.Authorization || req.http.Turbo-Frame || req.http.Origin) {
    return (pass);
  }
  # Fewer variations of a page: browsers say the same in many ways.
  if (req.http.Accept ~ "text/html" && req.http.Accept !~ "markdown") {
    set req.http.Accept = "text/html";
  }
  if (req.http.Accept-Language ~ "^(en|de|es|fr|ar)\b") {
    set req.http.Accept-Language = regsub(req.http.Accept-Language, "^(..).*$", "\1");
  }
}

sub vcl_backend_response {
  if (beresp.http.Surrogate-Control ~ "max-age=\d+") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    # What is deleted must not be served while a fresh copy is fetched.
    set beresp.grace = 0s;
    set beresp.keep = 0s;
  }
}

sub vcl_deliver {
  unset resp.http.Surrogate-Control;
  unset resp.http.Surrogate-Key;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Cache-Tag;
}
